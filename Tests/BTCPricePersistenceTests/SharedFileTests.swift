import BTCPriceCore
import BTCPricePersistence
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

/// The files of the cache and of the rate limits: what is in their place, and what is left beside them.
@Suite(.timeLimit(.minutes(5))) struct SharedFileTests {
    private let directory = TemporaryDirectory()
    private var store: FilePriceStore { FilePriceStore(in: directory.path) }
    private var file: File { directory.file("BTC-USD.4.json") }
    private var target: File { directory.file("target") }

    // Anything but a regular file of this user's.

    @Test(arguments: ["fifo", "link", "dangling link", "file of another user"])
    func retrieve_whenItIsNoRegularFile_throwsAndInsertReplacesIt(_ kind: String) throws {
        var reason = " is not a regular file"
        switch kind {
        case "fifo": try #require(mkfifo(file.path, 0o600) == 0)
        case "file of another user":
            guard geteuid() == 0, OtherUser.isToBeHad else { return }
            try store.insert(.sample("1"))
            try #require(chown(file.path, OtherUser.id, OtherUser.id) == 0)
            reason = " belongs to another user"
        default:
            if kind == "link" { try target.write("not ours") }
            try file.makeLink(to: target)
            reason = " is a symbolic link"
        }
        #expect(throws: StoreError.unusable(file.path + reason)) { try store.retrieve() }
        try store.insert(.sample("7"))
        #expect(try store.retrieve() == [.sample("7")])
        #expect(file.mode == 0o600)
        #expect(target.text == (kind == "link" ? "not ours" : nil))
    }

    @Test func insert_whenADirectoryIsInItsPlace_keepsItAndNamesIt() throws {
        let inside = File("inside", in: file.path)
        try inside.makeDirectory()
        #expect(throws: StoreError.unusable("\(file.path) is a directory")) { try store.retrieve() }
        for _ in 1...2 {
            #expect(throws: StoreError.unusable("\(file.path): Is a directory")) { try store.insert(.sample("7")) }
        }
        #expect(inside.exists)
        #expect(directory.names == ["BTC-USD.4.json", "BTC-USD.4.lock"])
    }

    // Temporary files, which killed writers leave.

    @Test(arguments: [(-3600, true), (-62, true), (-30, false), (0, false), (30, false), (62, true), (3600, true)])
    func insert_removesTemporaryFilesThatAreNotOfThisMinute(_ seconds: Int, _ isRemoved: Bool) throws {
        let names = ["BTC-EUR.4.json.new.a1B2c3", "BTC-USD.4.json.new.a1B2c3", "rate-limits.json.new.a1B2c3"]
        for name in names {
            try write(name, at: Timestamp(milliseconds: WallClock.now.milliseconds) + .seconds(seconds))
        }
        // Age alone decides, so that no writer's file is removed under it.
        try directory.file("BTC-USD.4.lock").whileLocked {
            try FilePriceStore(in: directory.path, lockTimeout: .zero).insert(.sample("7"))
        }
        #expect(directory.names == (["BTC-USD.4.json", "BTC-USD.4.lock"] + (isRemoved ? [] : names)).sorted())
    }

    @Test func insert_whenOtherFilesAreOld_keepsThem() throws {
        let names = [
            "BTC-USD.4.json.new", "BTC-USD.4.json.old.a1B2c3", "BTC-USD.turn.lock",
            "BTC-USD.json", "BTC-USD.lock",
            "BTC-USD.json.new.a1B2c3", "BTC-USD.5.json", "BTC-USD.5.json.new.a1B2c3", "BTC-USD.5.lock",
            "sources.json.new.1", "x.BTC-USD.4.json.new.a1B2c3",
        ]
        for name in names { try write(name, at: .now) }
        try store.insert(.sample("7"))
        try FileRateLimitStore(in: directory.path).set([.entry()])
        let written = ["BTC-USD.4.json", "BTC-USD.4.lock", "rate-limits.json", "rate-limits.lock"]
        #expect(directory.names == (names + written).sorted())
    }

    @Test func insert_whenOrphansAreALinkAndADirectory_removesTheLinkOnly() throws {
        let (link, orphan) = (directory.file("BTC-USD.4.json.new.a1B2c3"), directory.file("BTC-USD.4.json.new.d4E5f6"))
        try target.write("not ours")
        try link.makeLink(to: target)
        try orphan.makeDirectory()
        for file in [link, orphan] { file.setModified(.now) }
        try store.insert(.sample("7"))
        #expect(directory.names == ["BTC-USD.4.json", "BTC-USD.4.json.new.d4E5f6", "BTC-USD.4.lock", "target"])
        #expect(target.text == "not ours")
    }

    /// Each operation a hundred times while few descriptors are left. The limit applies to a process of its own.
    @Test func operations_whenRepeated_leakNoDescriptor() async {
        await #expect(processExitsWith: .success) {
            leaveDescriptors(10)
            inTemporaryDirectory { directory in
                for _ in 1...100 {
                    for writer in Writer.allCases { try writer.write(in: CacheDirectory(directory)) }
                    expectEqual(try FilePriceStore(in: directory).retrieve(), [.sample("7")])
                    expectEqual(FileRateLimitStore(in: directory).load(), RateLimits([.entry()]))
                }
            }
        }
    }

    private func write(_ name: String, at time: Timestamp) throws {
        try directory.file(name).write("half a quo")
        directory.file(name).setModified(time)
    }
}
