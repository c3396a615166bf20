import Foundation
import Testing

extension EndToEnd {
    /// What killed runs leave behind is removed by the next run that can.
    @Suite struct OrphanedFileTests {
        @Test func temporaryFileOfADeadWriter_isRemoved() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let dead = try box.start("--version")
            _ = dead.wait()
            let names = ["BTC-USD.json.new", "BTC-USD.json.new.\(dead.pid)", "sources.json.new", "BTC-EUR.json.new"]
            for name in names { try Data("{".utf8).write(to: URL(filePath: "\(box.cacheDirectory)/\(name)")) }
            try box.run().expect { $0.errors.isEmpty }
            // Those of another file are left to its own writers.
            #expect(try files(box) == ["BTC-EUR.json.new", "BTC-USD.json", "BTC-USD.lock", "sources.json.new"])
            #expect(box.cached?["price"] as? String == "68901.23")
        }

        @Test func whatIsNoWritersOrALivingOnes_isLeftAlone() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let names = [
                "BTC-USD.json.new.\(getpid())", "BTC-USD.json.new.", "BTC-USD.json.new.x", "BTC-USD.json.new.-1",
                "BTC-USD.json.new.0", "BTC-USD.json.new.99999999999999999999", "BTC-USD.json.newer",
            ]
            for name in names { try Data("{".utf8).write(to: URL(filePath: "\(box.cacheDirectory)/\(name)")) }
            try box.run().expect { $0.errors.isEmpty }
            let expected = (names + ["BTC-USD.json", "BTC-USD.lock"]).sorted()
            #expect(try files(box) == expected)
        }

        /// A folder in the lock's place: writers do without it, so each has a temporary file of its own.
        @Test(.enabled(if: Program.tool("strace") != nil, "needs strace, to kill at the rename"))
        func writerKilledAtItsRename_leavesAFileForTheNextOneThatHasTheLock() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            try box.shell("mkdir '\(box.cacheDirectory)/BTC-USD.lock'")
            let killed = try box.shell(
                "strace -f -o /dev/null -e trace=/rename -e inject=/rename:signal=SIGKILL btcq > out; cat out")
            #expect(killed.text.isEmpty, "\(killed)")
            #expect(box.contents(box.cacheFile) == before)
            let leftovers = try files(box).filter { $0.wholeMatch(of: #/BTC-USD\.json\.new\.\d+/#) != nil }
            #expect(leftovers.count == 1, "\(leftovers)")
            // One that does not have the lock either leaves it, and works all the same.
            try box.run().expect { $0.errors.isEmpty }
            #expect(box.cached?["price"] as? String == "68901.23")
            #expect(try files(box).contains(leftovers[0]))
            rmdir("\(box.cacheDirectory)/BTC-USD.lock")
            try box.run().expect { $0.errors.isEmpty }
            #expect(try files(box) == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test(.enabled(if: Program.tool("strace") != nil, "needs strace, to kill at the rename"))
        func writerKilledAtItsRenameWithTheLock_keepsNobodyUp() throws {
            let box = try Sandbox()
            try box.shell("strace -f -o /dev/null -e trace=/rename -e inject=/rename:signal=SIGKILL btcq > out")
            #expect(try files(box) == ["BTC-USD.json.new", "BTC-USD.lock"])
            try box.run().expect { $0.errors.isEmpty }
            #expect(try files(box) == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test func folderInTheTemporaryFilesPlace_isAWarningThatNamesIt() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            let path = "\(box.cacheFile).new"
            try FileManager.default.createDirectory(atPath: "\(path)/inside", withIntermediateDirectories: true)
            for _ in 0..<2 {
                let run = try box.run()
                #expect(run.status == 0 && run.text.hasSuffix(" binance\n"), "\(run)")
                #expect(run.errors == "btcq: cannot update the cache: \(path): File exists\n", "\(run)")
            }
            #expect(box.contents(box.cacheFile) == before)
            #expect(try files(box) == ["BTC-USD.json", "BTC-USD.json.new", "BTC-USD.lock"])
            rmdir("\(path)/inside")
            rmdir(path)
            try box.run().expect { $0.errors.isEmpty }
            #expect(box.cached?["price"] as? String == "68901.23")
        }

        private func files(_ box: Sandbox) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory).sorted()
        }
    }
}
