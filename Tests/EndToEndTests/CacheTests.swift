import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// An unusable cache makes no run fail. The format of the files is tested in BTCPricePersistenceTests.
    @Suite struct CacheTests {
        @Test func file_whenInvalid_isIgnoredReportedAndReplaced() throws {
            let box = try Sandbox()
            box.setAll("status-500")
            try box.cache(raw: "{")
            for option in ["--offline", "--background", "--max-age=1m"] {
                try box.run(option).expect(
                    1, errors: .contains("; \(box.cacheFile) is damaged"))
            }
            try box.run("-ov").expect(1, errors: .contains("\(box.cacheFile) is damaged"))
            box.setAll("ok")
            try box.run().expect(0)
            #expect(box.cached?.price == "68901.23")
        }

        /// Without the lock, the quotes of other sources are kept as well.
        @Test func write_whenLockTimesOut_proceedsAfterAQuarterOfASecond() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let lock = try box.acquireLock(Sandbox.cacheLockName)
            defer { close(lock) }
            try box.run("--timeout", "20s", "--max-time", "20s").expect(
                0, minimum: .milliseconds(250), maximum: .milliseconds(500))
            #expect(box.cachedQuotes.map(\.source) == ["binance", "kraken"])
        }

        /// These runs acquire the locks of the cache and of the rate limits, and the fetch lock.
        @Test(arguments: ["mkfifo", "mkdir", "ln -s target", "ln -s missing", "printf 'not mine' | tee"])
        func run_whenLockFilesAreSomethingElse_doesNotChangeThem(_ command: String) throws {
            let box = try Sandbox(binance: "status-429")
            try box.makeCacheDirectory()
            let locks = [Sandbox.cacheLockName, Sandbox.rateLimitLockName, Sandbox.fetchLockName]
            let obstacles = locks.map { "\(command) \($0)" }.joined(separator: " && ")
            try box.shell("cd '\(box.cacheDirectory)' && echo untouched > target && \(obstacles)")
            let list = """
                cd '\(box.cacheDirectory)' && cat target; ls missing
                for lock in *lock; do echo $lock && ls -ld $lock | cut -c 1-10 && { test ! -f $lock || cat $lock; }; done
                """
            let before = try box.shell(list).text
            try box.run("-a", "1m").expect(0, .live("bitstamp"), errors: "")
            #expect(box.cached?.source == "bitstamp" && box.rateLimits["binance"] != nil)
            try box.run("-v").expect(0, errors: .contains("binance: rate limited"))
            try box.shell(list).expect(0, .exactly(before))
        }

        @Test(arguments: ["177", "777"])
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

        @Test(arguments: [nil, "relative", "/dev/null", "../missing"])
        func home_whenUnusable_isOneWarning(_ home: String?) throws {
            let box = try Sandbox()
            box.environment["HOME"] = home.map { $0 == "../missing" ? "\(box.directory)/missing" : $0 }
            let run = try box.run().expect(0, .live("binance"), errors: .prefix("btcq: "))
            #expect(run.errorLines.count == 1, "\(run)")
            try box.run("-qa1m").expect(0, errors: "")
            try box.run("-o").expect(1)
            #expect(!FileManager.default.fileExists(atPath: "\(box.directory)/missing"))
        }

        @Test(
            .needsNamespace,
            arguments: [
                ("cat /dev/zero 2>/dev/null > filler", "No space left on device"),
                ("mount -o remount,bind,ro .", "Read-only file system"),
            ])
        func disk_whenFullOrReadOnly_keepsTheOldCache(_ obstacle: String, _ reason: String) throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let run = try box.shell(
                inNamespace: """
                    mount -t tmpfs -o size=8k,mode=700 none '\(box.cacheDirectory)' && cd '\(box.cacheDirectory)'
                    echo old > BTC-USD.5 && \(obstacle)
                    btcq; cat BTC-USD.5; ls | grep new
                    """)
            run.expect(
                1, .suffix(" binance BTCUSDT\nold\n"),
                errors: .suffix("\(box.cacheFile): \(reason)\n"))
        }

        @Test(
            .enabled(if: geteuid() == 0 && OtherUser.isToBeHad, "only root may give files away"),
            arguments: [true, false])
        func linkedCacheDirectory_whenPartOfItIsAnotherUsers_isNotUsed(_ isTarget: Bool) throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let link = "mv '\(box.cacheDirectory)' target && ln -s \"$PWD/target\" '\(box.cacheDirectory)'"
            // The mode of the target is the user's.
            try box.shell("\(link) && chmod 777 target && btcq -q -m 20s && ls -ld target").expect(
                0, .contains("\ndrwxrwxrwx"))
            try box.run("-o").expect(3)
            try box.shell("chown -h \(OtherUser.id) \(isTarget ? "target" : "'\(box.cacheDirectory)'")").expect(0)
            try box.run("-o").expect(1, errors: .contains("\(box.cacheDirectory) belongs to another user"))
        }

        /// As with sudo: root's lock files would obstruct the user for ever.
        @Test(
            .enabled(if: geteuid() == 0, "only root may give files away"),
            .enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func root_withTheHomeOfAUser_leavesNothingThere() throws {
            let box = try Sandbox()
            try box.cache(age: 1, source: "binance")
            let lock = try box.acquireLock(Sandbox.fetchLockName)
            defer { close(lock) }
            let list = "cd '\(box.home)' && find . | sort"
            let before = try box.shell("chown -R \(OtherUser.id) '\(box.home)'; \(list)").text
            let reason = "\(box.cacheDirectory) belongs to another user"
            try box.run("-a", "1m", "-v").expect(
                0, .live("binance"), errors: .contains(reason), maximum: .seconds(1))
            for option in ["-b", "-o"] { try box.run(option).expect(1, errors: .contains(reason)) }
            try box.shell(list).expect(0, .exactly(before))
        }
    }
}
