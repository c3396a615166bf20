import BTCPriceCore
import BTCPricePersistence
import Foundation
import System
import TestSupport
import Testing

/// Killed writers leave temporary files; failing writers do not.
@Suite struct OrphanedFilesTests {
    @Test(arguments: [-3600, -62, 62, 3600])
    func insert_whenATemporaryFileIsNotOfThisMinute_removesIt(_ seconds: Int) throws {
        try withTemporaryFolder { directory in
            for name in ["BTC-USD.json.new.a1B2c3", "BTC-USD.json.new.", "BTC-USD.json.new.1234"] {
                let orphan = File(name, in: directory)
                try orphan.write("half a quo")
                orphan.setModified(WallClock.now() + .seconds(seconds))
            }
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(contents(of: directory) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test(arguments: [-30, 0, 30])
    func insert_whenATemporaryFileIsOfThisMinute_keepsIt(_ seconds: Int) throws {
        try withTemporaryFolder { directory in
            let other = File("BTC-USD.json.new.a1B2c3", in: directory)
            try other.write("another's")
            other.setModified(WallClock.now() + .seconds(seconds))
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(other.text == "another's")
            #expect(contents(of: directory) == ["BTC-USD.json", "BTC-USD.json.new.a1B2c3", "BTC-USD.lock"])
        }
    }

    @Test func insert_whenOtherFilesAreOld_keepsThem() throws {
        try withTemporaryFolder { directory in
            let names = [
                "BTC-EUR.json.new.a1B2c3", "BTC-USD.json.new", "BTC-USD.json.old.a1B2c3", "backoff.json.new.a1B2c3",
                "sources.json.new.1", "x.BTC-USD.json.new.a1B2c3", "BTC-USD.turn.lock",
            ]
            for name in names {
                try File(name, in: directory).write("")
                File(name, in: directory).setModified(.now)
            }
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(contents(of: directory) == (names + ["BTC-USD.json", "BTC-USD.lock"]).sorted())
        }
    }

    @Test func update_ofTheBackoff_removesItsOwnOrphans() throws {
        try withTemporaryFolder { directory in
            for name in ["backoff.json.new.a1B2c3", "BTC-USD.json.new.a1B2c3"] {
                try File(name, in: directory).write("")
                File(name, in: directory).setModified(.now)
            }
            try FileBackoffStore(in: directory).set([.entry()])
            #expect(contents(of: directory) == ["BTC-USD.json.new.a1B2c3", "backoff.json", "backoff.lock"])
        }
    }

    @Test func insert_whenAnOrphanIsALink_removesTheLinkOnly() throws {
        try withTemporaryFolder { directory in
            let (link, target) = (File("BTC-USD.json.new.a1B2c3", in: directory), File("target", in: directory))
            try target.write("not ours")
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target.path)
            link.setModified(.now)
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(!link.exists)
            #expect(target.text == "not ours")
        }
    }

    @Test func insert_whenAnOrphanCannotBeRemoved_succeeds() throws {
        try withTemporaryFolder { directory in
            let orphan = File("BTC-USD.json.new.a1B2c3", in: directory)
            try File("inside", in: orphan.path).makeDirectory()
            orphan.setModified(.now)
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(orphan.exists)
            #expect(try FilePriceStore(in: directory).retrieve() == [.quote("7")])
        }
    }

    /// Age alone decides, so that no writer's file is removed under it.
    @Test func insert_whenTheLockTimesOut_removesOldFilesOnly() throws {
        try withTemporaryFolder { directory in
            let (orphan, other) = (
                File("BTC-USD.json.new.a1B2c3", in: directory), File("BTC-USD.json.new.x1Y2z3", in: directory)
            )
            for file in [orphan, other] { try file.write("") }
            orphan.setModified(.now)
            try File("BTC-USD.lock", in: directory).whileLocked {
                try FilePriceStore(in: directory, lockTimeout: .zero).insert(.quote("7"))
            }
            #expect(!orphan.exists && other.exists)
        }
    }

    @Test func update_whenNothingIsWritten_removesNothing() throws {
        try withTemporaryFolder { directory in
            let orphan = File("BTC-USD.json.new.a1B2c3", in: directory)
            try orphan.write("")
            orphan.setModified(.now)
            try FilePriceStore(in: directory).update { _ in nil }
            #expect(orphan.exists)
        }
    }

    #if os(Linux)
        /// The limit applies to a process, so it is set in another one.
        @Test(arguments: [0, 10])
        func insert_whenTheFileSizeLimitIsReached_throwsAndLeavesNoTemporaryFile(_ limit: Int) async throws {
            await #expect(processExitsWith: .success) { [limit] in
                signal(SIGXFSZ, SIG_IGN)
                var size = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
                try withTemporaryFolder { directory throws in
                    #expect(throws: StoreError.system(path: "\(directory)/BTC-USD.json", code: EFBIG)) {
                        try FilePriceStore(in: directory).insert(.quote("7"))
                    }
                    #expect(throws: StoreError.system(path: "\(directory)/backoff.json", code: EFBIG)) {
                        try FileBackoffStore(in: directory).set([.entry()])
                    }
                    #expect(contents(of: directory) == ["BTC-USD.lock", "backoff.lock"])
                }
            }
        }
    #endif
}
