import Foundation
import Testing

extension EndToEnd {
    /// The temporary files of killed runs are removed by the next run that can.
    @Suite struct OrphanedFileTests {
        private static let backoffTemporary = "\(Sandbox.backoffFileName).new"

        @Test func temporaryFileOfADeadWriter_isRemoved() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let dead = try box.start("--version")
            _ = dead.wait()
            let names = ["BTC-USD.json.new", "BTC-USD.json.new.\(dead.pid)", Self.backoffTemporary, "BTC-EUR.json.new"]
            for name in names { try Data("{".utf8).write(to: URL(filePath: "\(box.cacheDirectory)/\(name)")) }
            try box.run().expect { $0.errors.isEmpty }
            // Those of other files are not touched.
            #expect(
                try files(box) == ["BTC-EUR.json.new", "BTC-USD.json", "BTC-USD.lock", Self.backoffTemporary].sorted())
            #expect(box.cached?.price == "68901.23")
        }

        @Test func otherFile_orOneOfARunningWriter_isNotRemoved() throws {
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

        /// A directory in place of the lock file: writers proceed without the lock, each with a temporary file of its own.
        @Test(.enabled(if: Program.tool("strace") != nil, "needs strace, to kill at the rename"))
        func orphanedFile_ofAWriterWithoutTheLock_isRemovedByTheNextOneWithTheLock() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            try box.shell("mkdir '\(box.cacheDirectory)/BTC-USD.lock'")
            let killed = try box.shell(
                "strace -f -o /dev/null -e trace=/rename -e inject=/rename:signal=SIGKILL btcq > out; cat out")
            #expect(killed.text.isEmpty, "\(killed)")
            #expect(box.contents(box.cacheFile) == before)
            let orphanedFiles = try files(box).filter { $0.wholeMatch(of: #/BTC-USD\.json\.new\.\d+/#) != nil }
            #expect(orphanedFiles.count == 1, "\(orphanedFiles)")
            // A run that cannot acquire the lock either does not remove it, and succeeds all the same.
            try box.run().expect { $0.errors.isEmpty }
            #expect(box.cached?.price == "68901.23")
            #expect(try files(box).contains(orphanedFiles[0]))
            rmdir("\(box.cacheDirectory)/BTC-USD.lock")
            try box.run().expect { $0.errors.isEmpty }
            #expect(try files(box) == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test(.enabled(if: Program.tool("strace") != nil, "needs strace, to kill at the rename"))
        func orphanedFile_ofAWriterWithTheLock_isReplaced() throws {
            let box = try Sandbox()
            try box.shell("strace -f -o /dev/null -e trace=/rename -e inject=/rename:signal=SIGKILL btcq > out")
            #expect(try files(box) == ["BTC-USD.json.new", "BTC-USD.lock"])
            try box.run().expect { $0.errors.isEmpty }
            #expect(try files(box) == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test func run_whenTemporaryFileIsADirectory_warnsAndNamesIt() throws {
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
            #expect(box.cached?.price == "68901.23")
        }

        private func files(_ box: Sandbox) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory).sorted()
        }
    }
}
