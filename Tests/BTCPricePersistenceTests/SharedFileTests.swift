import BTCPriceCore
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

@testable import BTCPricePersistence

/// The files of the cache and of the rate limits: what is in their place, and what is left beside them.
@Suite(.timeLimit(.minutes(5))) struct SharedFileTests {
    private let directory = TemporaryDirectory()
    private var store: FilePriceStore { FilePriceStore(in: directory.path) }
    private var file: File { directory.file("BTC-USD.5") }
    private var target: File { directory.file("target") }

    // Anything but a regular file of this user's.

    @Test(arguments: ["fifo", "link", "dangling link", "file of another user"])
    func retrieve_whenItIsNoRegularFile_isAnErrorAndInsertReplacesIt(_ kind: String) throws {
        switch kind {
        case "fifo": try #require(mkfifo(file.path, 0o600) == 0)
        case "file of another user":
            guard geteuid() == 0, OtherUser.isToBeHad else { return }
            try store.insert(.sample("1"))
            try #require(chown(file.path, OtherUser.id, OtherUser.id) == 0)
        default:
            if kind == "link" { try target.write("not ours") }
            try file.makeLink(to: target)
        }
        let (quotes, error) = store.retrieve()
        #expect(quotes == [] && error?.concerns(file) == true, "\(error?.reason ?? "")")
        try store.insert(.sample("7"))
        #expect(store.retrieve() == ([.sample("7")], nil))
        #expect(target.text == (kind == "link" ? "not ours" : nil))
    }

    /// What is written can be read again.
    @Test(arguments: [(1023, 4096), (1024, 3074)])
    func contents_areAtMost4KiB(_ lengthOfTheFourthLine: Int, _ size: Int) throws {
        let lines = [1023, 1023, 1023, lengthOfTheFourthLine, 1].map { String(repeating: "x", count: $0) }
        let contents = SharedFile.contents(of: lines)
        #expect(contents.count == size)
        try file.write(String(decoding: contents, as: UTF8.self))
        #expect(try Path(Array(file.path.utf8)).contents() == contents)
    }

    // Temporary files, which killed writers leave.

    @Test(arguments: [(-3600, true), (-62, true), (-30, false), (30, false), (62, true)])
    func insert_removesTemporaryFilesThatAreNotOfThisMinute(_ seconds: Int, _ isRemoved: Bool) throws {
        let names = ["BTC-USD.5.new.a1B2c3", "BTC-USD.5.new.d4E5f6"]
        for name in names {
            try write(name, at: Timestamp(milliseconds: WallClock.now.milliseconds) + .seconds(seconds))
        }
        // Age alone decides, so that no writer's file is removed under it.
        try directory.file("BTC-USD.5.lock").whileLocked {
            try FilePriceStore(in: directory.path, lockTimeout: .zero).insert(.sample("7"))
        }
        #expect(directory.names == (["BTC-USD.5", "BTC-USD.5.lock"] + (isRemoved ? [] : names)).sorted())
    }

    @Test func insert_whenOtherFilesAreOld_keepsThem() throws {
        let names = [
            "BTC-USD.5.new", "BTC-USD.5.old.a1B2c3", "BTC-USD.4.json", "BTC-USD.4.json.new.a1B2c3", "BTC-USD.4.lock",
            "BTC-USD.binance.lock", "x.BTC-USD.5.new.a1B2c3", "BTC-EUR.5.new.a1B2c3", "rate-limits.2.new.a1B2c3",
        ]
        for name in names { try write(name, at: .now) }
        // Of temporary ones, a directory is kept too, and of a link only its target.
        try directory.file("BTC-USD.5.new.d4E5f6").makeDirectory()
        try target.write("not ours")
        let link = directory.file("BTC-USD.5.new.a1B2c3")
        try link.makeLink(to: target)
        link.setModified(.now)
        try store.insert(.sample("7"))
        let others = ["BTC-USD.5", "BTC-USD.5.lock", "BTC-USD.5.new.d4E5f6", "target"]
        #expect(directory.names == (names + others).sorted())
    }

    private func write(_ name: String, at time: Timestamp) throws {
        try directory.file(name).write("half a quo")
        directory.file(name).setModified(time)
    }
}
