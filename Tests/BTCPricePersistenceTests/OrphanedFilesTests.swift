import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

/// What killed writers leave behind, and what failing ones do not.
@Suite struct LeftoversTests {
    /// No process has such a number.
    private static let nobody = Int32.max

    @Test func fileOfAKilledWriter_isTakenOver() throws {
        try withTemporaryFolder { folder in
            let leftover = File("BTC-USD.json.new", in: folder)
            try leftover.write("half a quo")
            try FilePriceStore(in: folder).insert(.quote("7"))
            #expect(!leftover.exists)
            #expect(try FilePriceStore(in: folder).retrieve() == .quote("7"))
        }
    }

    @Test func linkInItsPlace_isNotFollowed() throws {
        try withTemporaryFolder { folder in
            let target = File("target", in: folder)
            try target.write("not ours")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/BTC-USD.json.new", withDestinationPath: target.path)
            try FilePriceStore(in: folder).insert(.quote("7"))
            #expect(target.text == "not ours")
        }
    }

    @Test func filesOfKilledWritersWithoutALock_areRemovedAndNoOthers() throws {
        try withTemporaryFolder { folder in
            let gone = ["BTC-USD.json.new.\(Self.disabled)", "BTC-USD.json.new.00\(Self.disabled)"]
            let kept = [
                "BTC-USD.json.new.\(getpid())", "BTC-USD.json.new.1", "BTC-USD.json.new.", "BTC-USD.json.new.x",
                "BTC-USD.json.new.0", "BTC-USD.json.new.-\(Self.disabled)", "BTC-USD.json.new.\(Self.disabled).x",
                "BTC-USD.json.new.99999999999", "BTC-USD.json.old.\(Self.disabled)", "BTC-EUR.json.new.\(Self.disabled)",
                "x.BTC-USD.json.new.\(Self.disabled)",
            ]
            for name in gone + kept { try File(name, in: folder).write("") }
            try FilePriceStore(in: folder).insert(.quote("7"))
            #expect(contents(of: folder) == (kept + ["BTC-USD.json", "BTC-USD.lock"]).sorted())
        }
    }

    /// Root may signal every process, so it is somebody else who looks for one of root's, in another process.
    @Test(
        .enabled(if: OtherUser.isToBeHad, "root is the only user here"),
        .disabled(if: geteuid() != 0 && kill(1, 0) == 0, "the first process is this user's own"))
    func fileOfAnotherUsersWriter_isLeftAlone() async {
        await #expect(processExitsWith: .success) {
            let isRoot = geteuid() == 0
            try withTemporaryFolder { folder in
                try File("BTC-USD.json.new.1", in: folder).write("")
                // The folders it is in may be root's alone.
                try #require(chmod(folder, 0o777) == 0 && chdir(folder) == 0)
                if isRoot { try #require(setreuid(OtherUser.id, uid_t.max) == 0 && seteuid(OtherUser.id) == 0) }
                // To take the folder away again.
                defer { if isRoot { seteuid(0) } }
                try FilePriceStore(in: ".").insert(.quote("7"))
                #expect(contents(of: ".") == ["BTC-USD.json", "BTC-USD.json.new.1", "BTC-USD.lock"])
            }
        }
    }

    @Test func filesOfOthers_areLeftAloneWithoutTheLock() throws {
        try withTemporaryFolder { folder in
            let names = ["BTC-USD.json.new", "BTC-USD.json.new.\(Self.disabled)"]
            for name in names { try File(name, in: folder).write("another's") }
            try File("BTC-USD.lock", in: folder).whileLocked {
                try FilePriceStore(in: folder, lockTimeout: .zero).insert(.quote("7"))
            }
            #expect(names.allSatisfy { File($0, in: folder).text == "another's" })
            #expect(contents(of: folder) == (names + ["BTC-USD.json", "BTC-USD.lock"]).sorted())
        }
    }

    #if os(Linux)
        /// A limit of the whole process, so it is set in another one.
        @Test(arguments: [0, 10])
        func fileThatMayNotGrow_isAnErrorThatNamesItAndLeavesNothingBehind(_ limit: Int) async throws {
            await #expect(processExitsWith: .success) { [limit] in
                let words = "File too large"
                signal(SIGXFSZ, SIG_IGN)
                var size = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
                try withTemporaryFolder { folder throws in
                    #expect(throws: PriceStoreError("\(folder)/BTC-USD.json: \(words)")) {
                        try FilePriceStore(in: folder).insert(.quote("7"))
                    }
                    #expect(contents(of: folder) == ["BTC-USD.lock"])
                }
            }
        }
    #endif
}
