import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileRefreshStampTests {
    private let directory = TemporaryDirectory()
    private var stamp: FileRefreshStamp { FileRefreshStamp(in: directory.path) }
    private var file: File { directory.file("BTC-USD.e1.refresh") }

    @Test(arguments: [
        (Currency.usd, "", "BTC-USD.e1.refresh"), (.eur, "", "BTC-EUR.e1.refresh"), (.usd, "a", "BTC-USD.bb.refresh"),
        (.usd, "H", "BTC-USD.03.refresh"),
    ])
    func file_isNamedAfterTheCurrencyAndTheConfiguration(_ currency: Currency, _ configuration: String, _ name: String)
    {
        _ = FileRefreshStamp(in: directory.path, currency, configuration: configuration).withLock { _, _ in }
        #expect(directory.names == [name])
    }

    @Test func withLock_passesTheTimeAndReplacesItOrEmptiesTheFile() throws {
        var last: Timestamp?
        for (time, text) in [(Timestamp.now, "1761594999123"), (Timestamp(milliseconds: 7), "7"), (nil, "")] {
            let read = try stamp.replace(with: time)
            #expect(read == last)
            #expect(file.text == text)
            last = time
        }
        #expect(file.mode == 0o600)
        // As often as a run likes.
        _ = stamp.withLock { _, store in for _ in 1...2 { try? store(.now) } }
        #expect(file.text == "1761594999123")
    }

    @Test(arguments: [
        "", "1761594999123\n", " 1761594999123", "1761594999123\u{0}", "-1", "+1", "0x1", "1e3", "1.5", "now",
        "1234567890123456789", "12345678901234567890123",
    ])
    func withLock_whenTheFileContainsAnythingElse_passesNoTime(_ text: String) throws {
        try file.write(text)
        let last = try stamp.replace(with: .now)
        #expect(last == nil)
        #expect(file.text == "1761594999123")
    }

    @Test func withLock_whenTheTimeIsInTheFuture_passesIt() throws {
        try file.write("253402300799999")
        let last = try stamp.replace(with: nil)
        #expect(last == Timestamp(milliseconds: 253_402_300_799_999))
    }

    @Test func withLock_whenAnotherRunHoldsTheLock_returnsNilAtOnce() throws {
        let inner = stamp.withLock { _, _ in
            #expect(!file.canBeLocked)
            return stamp.withLock { _, _ in Issue.record("The lock is held.") } != nil
        }
        #expect(inner == false)
        #expect(file.canBeLocked)
    }

    @Test func store_whenADirectoryIsInPlaceOfTheFile_throwsAnErrorThatNamesIt() throws {
        try file.makeDirectory()
        #expect(throws: StoreError.system(path: file.path, code: EISDIR)) { try stamp.replace(with: .now) }
    }

    @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
    func store_whenTheDirectoryIsReadOnly_throwsAnErrorThatNamesTheFile() async {
        await #expect(processExitsWith: .success) {
            try withTemporaryFolder { directory in
                try #require(chmod(directory, 0o555) == 0)
                try OtherUser.becoming {
                    #expect(throws: StoreError.system(path: "\(directory)/BTC-USD.e1.refresh", code: EACCES)) {
                        try FileRefreshStamp(in: directory).replace(with: .now)
                    }
                }
            }
        }
    }

    #if os(Linux)
        /// The limit and the filter apply to a process, so they are set in another one.
        @Test func store_whenTheFileSizeLimitIsReached_throwsAnErrorThatNamesTheFile() async {
            await #expect(processExitsWith: .success) {
                limitFileSize(0)
                try withTemporaryFolder { directory in
                    let stamp = FileRefreshStamp(in: directory)
                    let error = StoreError.system(path: "\(directory)/BTC-USD.e1.refresh", code: EFBIG)
                    #expect(throws: error) { try stamp.replace(with: .now) }
                }
            }
        }

        /// As on some NFS.
        @Test func withLock_whereLocksDoNotWork_proceeds() async {
            await #expect(processExitsWith: .success) {
                try withTemporaryFolder { directory in
                    let (stamp, fetchLock) = (FileRefreshStamp(in: directory), FileFetchLock(in: directory))
                    try stamp.replace(with: .now)
                    try disableFileLocks()
                    // Nested, as if two runs had the locks.
                    let last = stamp.withLock { _, _ in try? stamp.replace(with: nil) }
                    #expect(last == .now)
                    let waited = fetchLock.withLock(deadline: .seconds(20)) { _ in
                        fetchLock.withLock(deadline: .seconds(20)) { $0 }
                    }
                    #expect(waited < .seconds(10))
                }
            }
        }
    #endif
}

#if os(Linux)
    /// Makes flock(2) fail on this thread, by a filter of system calls (seccomp). Call it in a process of its own.
    private func disableFileLocks() throws {
        #if arch(x86_64)
            let flockNumber: UInt64 = 73
        #else
            let flockNumber: UInt64 = 32
        #endif
        // Four instructions: load the number of the call, compare it, fail with ENOLCK, allow.
        let program: [UInt64] = [
            0x20, flockNumber << 32 | 0x0100_0015, UInt64(0x0005_0000 | ENOLCK) << 32 | 0x06, 0x7FFF_0000 << 32 | 0x06,
        ]
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        let prctl = unsafeBitCast(try #require(dlsym(nil, "prctl")), to: Control.self)
        try program.withUnsafeBytes { instructions in
            try [UInt(program.count), UInt(bitPattern: instructions.baseAddress)].withUnsafeBytes { filter in
                // PR_SET_NO_NEW_PRIVS, and PR_SET_SECCOMP with SECCOMP_MODE_FILTER.
                try #require(prctl(38, 1, 0, 0, 0) == 0)
                try #require(prctl(22, 2, UInt(bitPattern: filter.baseAddress), 0, 0) == 0)
            }
        }
    }
#endif
