import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

/// Killed writers leave temporary files; failing writers do not.
@Suite struct OrphanedFilesTests {
    /// No process has this number.
    private static let unusedNumber = Int32.max

    @Test func insert_whenAKilledWriterLeftItsFile_replacesIt() throws {
        try withTemporaryFolder { directory in
            let orphan = File("BTC-USD.json.new", in: directory)
            try orphan.write("half a quo")
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(!orphan.exists)
            #expect(try FilePriceStore(in: directory).retrieve() == .quote("7"))
        }
    }

    @Test func insert_whenALinkIsInPlaceOfTheTemporaryFile_doesNotFollowIt() throws {
        try withTemporaryFolder { directory in
            let target = File("target", in: directory)
            try target.write("not ours")
            try FileManager.default.createSymbolicLink(
                atPath: "\(directory)/BTC-USD.json.new", withDestinationPath: target.path)
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(target.text == "not ours")
        }
    }

    @Test func insert_whenWritersWithoutTheLockWereKilled_removesOnlyTheirFiles() throws {
        try withTemporaryFolder { directory in
            let gone = ["BTC-USD.json.new.\(Self.unusedNumber)", "BTC-USD.json.new.00\(Self.unusedNumber)"]
            let kept = [
                "BTC-USD.json.new.\(getpid())", "BTC-USD.json.new.1", "BTC-USD.json.new.", "BTC-USD.json.new.x",
                "BTC-USD.json.new.0", "BTC-USD.json.new.-\(Self.unusedNumber)",
                "BTC-USD.json.new.\(Self.unusedNumber).x",
                "BTC-USD.json.new.99999999999", "BTC-USD.json.old.\(Self.unusedNumber)",
                "BTC-EUR.json.new.\(Self.unusedNumber)",
                "x.BTC-USD.json.new.\(Self.unusedNumber)",
            ]
            for name in gone + kept { try File(name, in: directory).write("") }
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(contents(of: directory) == (kept + ["BTC-USD.json", "BTC-USD.lock"]).sorted())
        }
    }

    /// Root may signal every process, so the test runs as another user, in another process.
    @Test(
        .enabled(if: OtherUser.isToBeHad, "root is the only user here"),
        .disabled(if: geteuid() != 0 && kill(1, 0) == 0, "the first process is this user's own"))
    func insert_whenTheWriterBelongsToAnotherUser_keepsItsFile() async {
        await #expect(processExitsWith: .success) {
            let isRoot = geteuid() == 0
            try withTemporaryFolder { directory in
                try File("BTC-USD.json.new.1", in: directory).write("")
                // Only root may be allowed to open its parents.
                try #require(chmod(directory, 0o777) == 0 && chdir(directory) == 0)
                if isRoot { try #require(setreuid(OtherUser.id, uid_t.max) == 0 && seteuid(OtherUser.id) == 0) }
                // To remove the directory again.
                defer { if isRoot { seteuid(0) } }
                try FilePriceStore(in: ".").insert(.quote("7"))
                #expect(contents(of: ".") == ["BTC-USD.json", "BTC-USD.json.new.1", "BTC-USD.lock"])
            }
        }
    }

    @Test func insert_whenTheLockTimesOut_removesNoFile() throws {
        try withTemporaryFolder { directory in
            let names = ["BTC-USD.json.new", "BTC-USD.json.new.\(Self.unusedNumber)"]
            for name in names { try File(name, in: directory).write("another's") }
            try File("BTC-USD.lock", in: directory).whileLocked {
                try FilePriceStore(in: directory, lockTimeout: .zero).insert(.quote("7"))
            }
            #expect(names.allSatisfy { File($0, in: directory).text == "another's" })
            #expect(contents(of: directory) == (names + ["BTC-USD.json", "BTC-USD.lock"]).sorted())
        }
    }

    #if os(Linux)
        /// The limit applies to a process, so it is set in another one.
        @Test(arguments: [0, 10])
        func insert_whenTheFileSizeLimitIsReached_throwsAndLeavesNoTemporaryFile(_ limit: Int) async throws {
            await #expect(processExitsWith: .success) { [limit] in
                let reason = "File too large"
                signal(SIGXFSZ, SIG_IGN)
                var size = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
                try withTemporaryFolder { directory throws in
                    #expect(throws: PriceStoreError("\(directory)/BTC-USD.json: \(reason)")) {
                        try FilePriceStore(in: directory).insert(.quote("7"))
                    }
                    #expect(contents(of: directory) == ["BTC-USD.lock"])
                }
            }
        }
    #endif
}
