import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Without a place for the cache the quote is printed, with one warning and status 0.
    @Suite struct DiskTests {
        @Test(arguments: [nil, "", "relative", "/dev/null/missing", "MISSING", "/dev/null", "/proc"])
        func home_whenUnusable_isOneWarning(_ home: String?) throws {
            let box = try Sandbox()
            box.environment["HOME"] = home == "MISSING" ? "\(box.directory)/missing" : home
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            #expect(
                run.errors.hasPrefix("btcq: cannot update the cache: ") && run.errors.split(separator: "\n").count == 1,
                "\(run)")
            try box.run("-q").expect { $0.errors.isEmpty }
            try box.run("-o").expect { $0.status == 1 }
            #expect(!FileManager.default.fileExists(atPath: "\(box.directory)/missing"))
        }

        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment))
        func directory_whenItCannotBeCreated_isReportedWithTheReason() throws {
            let box = try Sandbox()
            let run = try box.shell(
                Namespace.command(
                    "mount -t tmpfs -o ro none '\(box.home)' && btcq", network: false))
            #expect(
                run.status == 0
                    && run.errors == "btcq: cannot update the cache: \(box.home)/.cache: Read-only file system\n",
                "\(run)")
        }

        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment), arguments: ["ro", "full"])
        func readOnlyOrFullDisk_leavesTheOldCacheComplete(_ kind: String) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let run = try box.shell(
                Namespace.command(
                    """
                    cp -a "\(box.cacheDirectory)" saved
                    mount -t tmpfs -o size=8k,mode=700 none "\(box.cacheDirectory)"
                    cp saved/BTC-USD.json "\(box.cacheDirectory)/"
                    \(kind == "ro" ? "mount -o remount,bind,ro" : "cat /dev/zero 2>/dev/null >") "\(box.cacheDirectory)\(kind == "ro" ? "" : "/filler")"
                    btcq; echo "status $?"
                    cmp saved/BTC-USD.json "\(box.cacheDirectory)/BTC-USD.json" && echo same
                    ls "\(box.cacheDirectory)"
                    """, network: false))
            #expect(run.text.contains(" binance BTCUSDT\nstatus 0\nsame\n"), "\(run)")
            let reason = kind == "ro" ? "Read-only file system" : "No space left on device"
            #expect(run.errors == "btcq: cannot update the cache: \(box.cacheFile): \(reason)\n", "\(run)")
            #expect(!run.text.contains(".new"), "\(run)")
        }
    }
}
