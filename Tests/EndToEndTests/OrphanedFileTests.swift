import Foundation
import Testing

extension EndToEnd {
    /// The temporary files of killed runs are removed by later runs, by their age: the process that wrote one may run on
    /// another host.
    @Suite struct OrphanedFileTests {
        /// The oldest file that is kept, with a margin for a busy machine.
        private static let (kept, removed) = (20.0, 70.0)

        @Test(arguments: [(removed, true), (kept, false), (-kept, false), (-removed, true)])
        func temporaryFile_isRemovedWhenItsTimeIsMoreThanAMinuteAway(_ age: Double, _ isRemoved: Bool) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            try write(["BTC-USD.json.new.aB3xYz"], age: age, in: box)
            try box.run().expect { $0.errors.isEmpty }
            let expected = ["BTC-USD.json", "BTC-USD.lock"] + (isRemoved ? [] : ["BTC-USD.json.new.aB3xYz"])
            #expect(try files(box) == expected.sorted())
            #expect(box.cached?.price == "68901.23")
        }

        @Test func fileOfAnotherName_isNotRemoved() throws {
            let box = try Sandbox()
            let names = [
                "BTC-USD.json.new", "BTC-USD.json.newer", "BTC-USD.json.n", "BTC-USD.jso.new.aB3xYz",
                "BTC-EUR.json.new.aB3xYz", "\(Sandbox.backoffFileName).new.aB3xYz", "BTC-USD.new.aB3xYz",
            ]
            try box.makeCacheDirectory()
            try write(names, age: 3600, in: box)
            try box.run().expect { $0.errors.isEmpty }
            #expect(try files(box) == (names + ["BTC-USD.json", "BTC-USD.lock"]).sorted())
        }

        @Test func temporaryFileOfTheBackoffFile_isRemovedWhenThatIsWritten() throws {
            let box = try Sandbox(binance: "status-429")
            try box.makeCacheDirectory()
            try write(["\(Sandbox.backoffFileName).new.aB3xYz"], age: 3600, in: box)
            try box.run().expect { $0.status == 0 }
            #expect(
                try files(box)
                    == ["BTC-USD.json", "BTC-USD.lock", Sandbox.backoffFileName, Sandbox.backoffLockName].sorted())
        }

        /// With a directory in place of the lock file, writers proceed without the lock.
        @Test(
            .enabled(if: Program.tool("strace") != nil, "needs strace, to kill at the rename"),
            arguments: [true, false])
        func temporaryFileOfAKilledRun_isRemovedAfterAMinute(_ hasLock: Bool) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            if !hasLock { try box.shell("mkdir '\(box.cacheDirectory)/BTC-USD.lock'") }
            let before = box.contents(box.cacheFile)
            let killed = try box.shell(
                "strace -f -o /dev/null -e trace=/rename -e inject=/rename:signal=SIGKILL btcq > out; cat out")
            #expect(killed.text.isEmpty, "\(killed)")
            #expect(box.contents(box.cacheFile) == before)
            let orphanedFiles = try files(box).filter {
                $0.wholeMatch(of: #/BTC-USD\.json\.new\.[A-Za-z0-9]{6}/#) != nil
            }
            try #require(orphanedFiles.count == 1)
            // Its writer may still be at work.
            try box.run().expect { $0.errors.isEmpty }
            #expect(box.cached?.price == "68901.23")
            #expect(try files(box).contains(orphanedFiles[0]))
            try setAge(Self.removed, orphanedFiles[0], in: box)
            try box.run().expect { $0.errors.isEmpty }
            #expect(try files(box) == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test func temporaryFile_whenItIsADirectory_isNotTouched() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let name = "BTC-USD.json.new.aB3xYz"
            try FileManager.default.createDirectory(
                atPath: "\(box.cacheDirectory)/\(name)", withIntermediateDirectories: true)
            try setAge(3600, name, in: box)
            try box.run().expect { $0.status == 0 && $0.errors.isEmpty }
            #expect(try files(box) == ["BTC-USD.json", name, "BTC-USD.lock"])
        }

        private func write(_ names: [String], age: Double, in box: Sandbox) throws {
            for name in names {
                try Data("{".utf8).write(to: URL(filePath: "\(box.cacheDirectory)/\(name)"))
                try setAge(age, name, in: box)
            }
        }

        private func setAge(_ age: Double, _ name: String, in box: Sandbox) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: "\(box.cacheDirectory)/\(name)")
        }

        private func files(_ box: Sandbox) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory).sorted()
        }
    }
}
