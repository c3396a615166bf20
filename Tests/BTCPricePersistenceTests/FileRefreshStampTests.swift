import BTCPriceCore
import BTCPricePersistence
import Foundation
import SampleValues
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileRefreshStampTests {
    private let directory = TemporaryDirectory()
    private var file: File { directory.file("BTC-EUR.03.refresh") }

    /// As another run of the same configuration makes it.
    private func makeStamp() -> FileRefreshStamp {
        FileRefreshStamp(directory: CacheDirectory(directory.path), currency: .eur, configurationHash: "03")
    }

    @Test func time_isTheOneThatWasStoredLast() throws {
        var last: Timestamp?
        for (time, text) in [(Timestamp.now, "1761594999123"), (Timestamp(milliseconds: 7), "7"), (nil, "")] {
            let stamp = makeStamp()
            try stamp.lockInTime()
            #expect(stamp.time == last)
            try stamp.store(time)
            stamp.unlock()
            #expect(file.text == text)
            last = time
        }
        #expect(directory.names == ["BTC-EUR.03.refresh"])
    }

    @Test func lock_whileAnotherRunHasLockedTheStamp_fails() throws {
        let (stamp, other) = (makeStamp(), makeStamp())
        try other.lockInTime()
        #expect(!stamp.lock())
        other.unlock()
        // A program that another test starts has all descriptors, and so the lock, until execve(2).
        try file.whileLocked {}
        #expect(stamp.lock())
    }

    @Test(arguments: [
        "", "1761594999123\n", " 1761594999123", "1761594999123\u{0}", "-1", "0x1", "1.5", "now", "1234567890123456789",
        "12345678901234567890123",
    ])
    func time_whenTheFileContainsAnythingElse_isNil(_ text: String) throws {
        try file.write(text)
        let stamp = makeStamp()
        try stamp.lockInTime()
        #expect(stamp.time == nil)
        try stamp.store(.now)
        #expect(file.text == "1761594999123")
    }

    @Test func store_whenADirectoryIsInPlaceOfTheFile_namesIt() throws {
        try file.makeDirectory()
        #expect(throws: StoreError.unusable("\(file.path): Is a directory")) { try makeStamp().store(.now) }
    }
}
