import Foundation
import StubExchange
import TestSupport
import Testing

import struct TestSupport.SeededGenerator

extension EndToEnd {
    /// An unusable cache makes no run fail. The format of the files is tested in BTCPricePersistenceTests.
    @Suite struct CacheTests {
        // Which cached quotes are printed.

        @Test(arguments: [
            ("10m", 300.0, "binance", true), ("10m", 300, "coinbase", true), ("301s", 300, "binance", true),
            ("299s", 300, "binance", false), ("10m", 300, "kraken", false), ("10m", -60, "binance", false),
        ])
        func maxAge_decidesWhichQuotesOfTheRunsSourcesAreFresh(
            _ maxAge: String, _ age: Double, _ source: String, _ isFresh: Bool
        ) throws {
            let box = try Sandbox()
            try box.cache(age: age, source: source)
            for option in ["--offline", "-bo"] {
                try box.run(option, "--max-age", maxAge, "--json").expect(
                    isFresh ? 0 : 3, .contains(#""cached":true,"stale":\#(!isFresh),"#), errors: "")
            }
            #expect(box.exchange.connections == 0)
            try box.run("--max-age", maxAge, "--json").expect(0, .contains(#""cached":\#(isFresh),"stale":false,"#))
            #expect((box.exchange.connections == 0) == isFresh)
        }

        /// A quote that `--max-age` allows is fresh, and so not limited.
        @Test(arguments: [["--offline"], [], ["--background"], ["--max-age=1m"]])
        func maxStale_isADayUnlessItIsGiven(_ options: [String]) throws {
            let box = try Sandbox()
            box.setAll("status-500")
            try box.cache(age: 86_400 - 60)
            try box.run(options).expect(3, .cached("kraken", "23h"))
            try box.cache(age: 86_400 + 60)
            try box.run(options).expect(1, errors: .contains("the quote cached 1d ago is older than --max-stale"))
            try box.run(options + ["--max-stale=2d"]).expect(3, .cached("kraken", "1d"))
            try box.run(options + ["--max-age=2d", "-skraken", "--max-stale=0"]).expect(0, .cached("kraken", "1d"))
        }

        /// A valid quote with one byte changed, removed or repeated: a price that the file contains, or none.
        @Test func quote_whenChangedAtRandom_isPrintedAsTheFileContainsItOrIgnored() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            var random = SeededGenerator()
            for _ in 0..<60 {
                var bytes = Array(Sandbox.CachedQuote(timestamp: "2025-10-27T19:56:39.123Z").text().utf8)
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(bytes[index], at: index)
                }
                try Data(bytes).write(to: URL(filePath: box.cacheFile))
                let run = try box.run("-on", "--max-stale", "3650d")
                let text = String(decoding: bytes, as: UTF8.self).replacing(#/"0+(?=\d)/#, with: "\"")
                let isInFile = run.status == 3 && text.contains(#""price":"\#(run.text.dropLast())"#)
                #expect(isInFile || run.status == 1 && run.output.isEmpty, "\(random): \(text) \(run)")
            }
        }

        @Test func file_whenInvalid_isIgnoredReportedAndReplaced() throws {
            let box = try Sandbox()
            box.setAll("status-500")
            try box.cache(raw: "{")
            for option in ["--offline", "--background", "--max-age=1m"] {
                try box.run(option).expect(1, errors: .suffix("; \(box.cacheFile) is not complete\n"))
            }
            try box.run("-ov").expect(1, errors: .contains("ignoring the cache: \(box.cacheFile) is not complete\n"))
            box.setAll("ok")
            try box.run().expect(0)
            #expect(box.cached?.price == "68901.23")
        }

        // Locks.

        /// Without the lock, the quotes of other sources are kept as well.
        @Test func write_whenLockTimesOut_proceedsWithoutIt() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let lock = try box.acquireLock("BTC-USD.lock")
            defer { close(lock) }
            // It ends after a quarter of a second, although its deadline is far.
            try box.run("--timeout", "20s", "--max-time", "20s").expect(0, maximum: .seconds(2))
            #expect(box.cachedQuotes().map(\.source) == ["binance", "kraken"])
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            let received = try Date(box.cached?.timestamp ?? "", strategy: style)
            let attributes = try FileManager.default.attributesOfItem(atPath: box.cacheFile)
            let written = try #require(attributes[.modificationDate] as? Date)
            // Linux uses the time of its last tick for files.
            #expect(written >= received + 0.25 - 0.01)
        }

        /// These runs acquire the locks of the cache and of the rate limits, and the fetch lock.
        @Test(arguments: [
            "mkfifo", "mkdir", "ln -s target", "ln -s /dev/zero", "mkfifo -m 0", "printf 'not mine' | tee",
        ])
        func run_whenLockFilesAreSomethingElse_proceedsAndDoesNotChangeThem(_ command: String) throws {
            let box = try Sandbox(binance: "status-429")
            try box.makeCacheDirectory()
            let locks = ["BTC-USD.lock", Sandbox.rateLimitLockName, Sandbox.fetchLockName]
            let obstacles = locks.map { "\(command) \($0)" }.joined(separator: " && ")
            try box.shell("cd '\(box.cacheDirectory)' && echo untouched > target && \(obstacles)")
            let list = """
                cd '\(box.cacheDirectory)' && cat target
                for lock in *lock; do echo $lock && ls -ld $lock | cut -c 1-10 && { test ! -f $lock || cat $lock; }; done
                """
            let before = try box.shell(list).text
            try box.run("-a", "1m", limit: .seconds(5)).expect(0, .live("coinbase"), errors: "")
            #expect(box.cached?.source == "coinbase" && box.rateLimits["binance"] != nil)
            try box.run("-a", "1m", limit: .seconds(5)).expect(0, .suffix(" coinbase BTC-USD (cached, 0s old)\n"))
            try box.run("-v", limit: .seconds(5)).expect(0, errors: .contains("binance: rate limited for another "))
            try box.shell(list).expect(0, .exactly(before))
        }

        @Test(.needsStrace, arguments: [true, false])
        func temporaryFileOfAKilledRun_isRemovedAfterAMinute(_ hasLock: Bool) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            // With a directory in place of the lock file, writers proceed without the lock.
            if !hasLock { try box.shell("mkdir '\(box.cacheDirectory)/BTC-USD.lock'") }
            let before = box.contents(box.cacheFile)
            let strace = "strace -f -o /dev/null -e trace=/rename -e inject=/rename:signal=SIGKILL"
            let killed = try box.shell("\(strace) btcq > out; cat out")
            #expect(killed.text.isEmpty && box.contents(box.cacheFile) == before, "\(killed)")
            let orphans = box.cacheFiles.filter { $0.wholeMatch(of: #/BTC-USD\.json\.new\.[A-Za-z0-9]{6}/#) != nil }
            try #require(orphans.count == 1)
            // The process that writes it may still run.
            try box.run().expect(0, errors: "")
            #expect(box.cached?.price == "68901.23" && box.cacheFiles.contains(orphans[0]))
            try box.setAge(70, of: orphans[0])
            try box.run().expect(0, errors: "")
            #expect(box.cacheFiles == ["BTC-USD.json", "BTC-USD.lock"])
        }

        /// That user could hold the locks for ever.
        @Test(
            .needsProcesses, .enabled(if: geteuid() == 0, "only root may give files away"),
            .enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func fileOfAnotherUser_isNotUsedAndIsReplaced() throws {
            let box = try Sandbox(binance: "status-429", coinbase: "status-500")
            try box.run("-bq")
            try box.waitForRefreshes()
            try box.cache(age: 1, source: "coinbase")
            let files = box.cacheFiles + ["BTC-USD.lock"]
            #expect(files.count == 6)
            let locks = try files.map(box.acquireLock)
            defer { locks.forEach { close($0) } }
            for file in files { chown("\(box.cacheDirectory)/\(file)", OtherUser.id, OtherUser.id) }
            try box.run("-b").expect(1, errors: .contains("one is being fetched"), maximum: .milliseconds(100))
            try box.waitForRefreshes(atMost: .seconds(1))
            #expect(box.askedSources == ["binance", "coinbase", "binance", "coinbase"])
            box.set("coinbase", "ok")
            try box.run("-a", "1m").expect(0, .live("coinbase"), errors: "", maximum: .milliseconds(200))
            for file in files {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(box.cacheDirectory)/\(file)")
                #expect(attributes[.ownerAccountID] as? Int == 0, "\(file)")
            }
        }

        // The directory.

        @Test(arguments: ["177", "277", "377", "477", "577", "677", "777"])
        func directoriesAndFiles_haveTheirModesWhateverTheUmaskIs(_ umask: String) throws {
            let box = try Sandbox(binance: "status-429")
            try box.shell("umask \(umask); btcq -q -a 1m; btcq -bq -a 0").expect(3)
            try box.waitForRefreshes()
            #expect(box.cacheFiles.count == 6, "\(box.cacheFiles)")
            for path in try FileManager.default.subpathsOfDirectory(atPath: box.home) {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(box.home)/\(path)")
                let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
                #expect(attributes[.posixPermissions] as? Int == (isDirectory ? 0o700 : 0o600), "\(path)")
            }
        }

        @Test func directory_whenOthersCanWriteToIt_isRepairedByAWriterOnly() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            chmod(box.cacheDirectory, 0o777)
            for (options, mode) in [(["-V", "-v"], 0o777), ([], 0o700)] {
                try box.run(options).expect(0)
                let attributes = try FileManager.default.attributesOfItem(atPath: box.cacheDirectory)
                #expect(attributes[.posixPermissions] as? Int == mode)
            }
        }

        @Test(arguments: [nil, "", "relative", "/dev/null/missing", "MISSING", "FILE", "/dev/null", "/proc"])
        func home_whenUnusable_isOneWarning(_ home: String?) throws {
            let box = try Sandbox()
            try box.write("", to: "\(box.directory)/FILE")
            box.environment["HOME"] = ["MISSING", "FILE"].contains(home) ? "\(box.directory)/\(home ?? "")" : home
            let run = try box.run().expect(0, .live("binance"), errors: .prefix("btcq: cannot update the cache: "))
            #expect(run.errorLines.count == 1, "\(run)")
            try box.run("-q").expect(0, errors: "")
            try box.run("-o").expect(1)
            #expect(!FileManager.default.fileExists(atPath: "\(box.directory)/MISSING"))
        }

        @Test(.needsNamespace)
        func directory_whenItCannotBeCreated_isReportedWithTheReason() throws {
            let box = try Sandbox()
            let run = try box.shell(inNamespace: "mount -t tmpfs -o ro none '\(box.home)' && btcq")
            run.expect(0, errors: "btcq: cannot update the cache: \(box.home)/.cache: Read-only file system\n")
        }

        @Test(.needsNamespace, arguments: [true, false])
        func disk_whenReadOnlyOrFull_keepsTheOldCache(_ isFull: Bool) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let obstacle =
                isFull
                ? "cat /dev/zero 2>/dev/null > '\(box.cacheDirectory)/filler'"
                : "mount -o remount,bind,ro '\(box.cacheDirectory)'"
            let run = try box.shell(
                inNamespace: """
                    cp -a '\(box.cacheDirectory)' saved
                    mount -t tmpfs -o size=8k,mode=700 none '\(box.cacheDirectory)'
                    cp saved/BTC-USD.json '\(box.cacheDirectory)/'
                    \(obstacle)
                    btcq; echo "status $?"
                    cmp saved/BTC-USD.json '\(box.cacheDirectory)/BTC-USD.json' && echo same
                    ls '\(box.cacheDirectory)'
                    """)
            let reason = isFull ? "No space left on device" : "Read-only file system"
            run.expect(
                0, .contains(" binance BTCUSDT\nstatus 0\nsame\n"),
                errors: "btcq: cannot update the cache: \(box.cacheFile): \(reason)\n")
            #expect(!run.text.contains(".new"), "\(run)")
        }

        #if !canImport(Darwin)
            @Test(arguments: ["HOME", "XDG_CACHE_HOME"])
            func directory_whenItsPathIsNotUTF8_isUsedUnchanged(_ variable: String) throws {
                let box = try Sandbox()
                box.rawEnvironment[variable] = Array("\(box.directory)/x".utf8) + [0xE9, 0xFF, 0x1B]
                let caches = "\"$(printf '\(box.directory)/x\\351\\377\\033')\""
                if variable == "HOME" { try box.shell("mkdir \(caches)") }
                try box.run().expect(0, errors: "")
                let file = "\(caches)\(variable == "HOME" ? "/.cache" : "")/btcq/BTC-USD.json"
                let read = try box.shell("cat \(file)")
                #expect(Sandbox.CachedQuote.quotes(in: read.text).first?.price == "68901.23", "\(read)")
                try box.run("-o").expect(3)
                #expect(!FileManager.default.fileExists(atPath: "\(box.home)/.cache"))
            }

            /// In a directory where everyone may create another's `btcq` first, such as /tmp.
            @Test(
                .enabled(if: geteuid() == 0, "only root may give files away"),
                .enabled(if: OtherUser.isToBeHad, "root is the only user here"), .needs("setpriv"),
                arguments: [true, false])
            func run_whenAnotherUserHasMadeItsCacheDirectory_doesNotUseIt(_ isRoot: Bool) throws {
                let box = try Sandbox()
                let directory = "\(box.directory)/shared/btcq"
                let program = "\(box.directory)/btcq"
                try FileManager.default.copyItem(atPath: Program.btcq, toPath: program)
                try box.shell(
                    """
                    umask 0; mkdir -m 1777 ../shared && mkdir -m 777 ../shared/btcq && chmod 755 '\(box.directory)' '\(program)'
                    touch '\(directory)/BTC-USD.binance.lock'
                    \(isRoot ? "chown -R \(OtherUser.id) '\(directory)'" : "true")
                    """)
                box.environment["XDG_CACHE_HOME"] = "\(box.directory)/shared"
                // That user holds the lock.
                let lock = open("\(directory)/BTC-USD.binance.lock", O_RDWR | O_CLOEXEC)
                defer { close(lock) }
                #expect(flock(lock, LOCK_EX) == 0)
                let user = "setpriv --reuid=\(OtherUser.id) --regid=\(OtherUser.id) --clear-groups"
                let command = isRoot ? "'\(program)'" : "\(user) '\(program)'"
                let reason = "\(directory) belongs to another user"
                try box.shell("\(command) -a 1m -v -m 3s").expect(
                    0, .live("binance"), errors: .contains("btcq: ignoring the cache: \(reason)\n"),
                    maximum: .seconds(1))
                let clause = "none can be fetched in the background without it"
                try box.shell("\(command) -b").expect(1, errors: "btcq: no quote: no cache: \(reason); \(clause)\n")
                let names = try FileManager.default.contentsOfDirectory(atPath: directory)
                #expect(names == ["BTC-USD.binance.lock"])
            }
        #endif

        /// As with sudo: root's lock files would obstruct the user for ever.
        @Test(
            .enabled(if: geteuid() == 0, "only root may give files away"),
            .enabled(if: OtherUser.isToBeHad, "root is the only user here"), arguments: [true, false])
        func root_withTheHomeOfAUser_leavesNothingThere(_ hasCache: Bool) throws {
            let box = try Sandbox()
            if hasCache { try box.cache(age: 1, source: "binance") }
            let list = "cd '\(box.home)' && find . | sort"
            let before = try box.shell("chown -R \(OtherUser.id) '\(box.home)'; \(list)").text
            let reason = "\(hasCache ? box.cacheDirectory : box.home) belongs to another user"
            try box.run("-a", "1m", "-v").expect(
                0, .live("binance"), errors: .prefix("btcq: ignoring the cache: \(reason)\n"))
            try box.run("-b").expect(1, errors: .prefix("btcq: no quote: no cache: \(reason); none can be fetched "))
            try box.run("-o").expect(1, errors: "btcq: no quote: no cache: \(reason)\n")
            try box.shell(list).expect(0, .exactly(before))
        }
    }
}
