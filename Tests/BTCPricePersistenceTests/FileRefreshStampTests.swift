import BTCPriceCore
import BTCPricePersistence
import Foundation
import PortContracts
import SampleValues
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileRefreshStampTests {
    private let directory = TemporaryDirectory()
    private var stamp: FileRefreshStamp { FileRefreshStamp(in: directory.path) }
    private var file: File { directory.file("BTC-USD.1f.refresh") }

    @Test(arguments: [
        (Currency.usd, "1f", "BTC-USD.1f.refresh"), (.eur, "1f", "BTC-EUR.1f.refresh"),
        (.usd, "03", "BTC-USD.03.refresh"),
    ])
    func file_isNamedAfterTheCurrencyAndTheConfiguration(
        _ currency: Currency, _ configuration: String, _ name: String
    ) throws {
        try FileRefreshStamp(in: directory.path, currency, configuration: configuration).replace(with: nil)
        #expect(directory.names == [name])
    }

    @Test(arguments: RefreshStampContract.rules)
    func refreshStamp_keepsItsContract(_ rule: ContractRule<RefreshStampContract.Stamps>) throws {
        try rule.check { stamp }
    }

    @Test func store_replacesTheTimeInMillisecondsOrEmptiesTheFile() throws {
        for (time, text) in [(Timestamp.now, "1761594999123"), (Timestamp(milliseconds: 7), "7"), (nil, "")] {
            try stamp.replace(with: time)
            #expect(file.text == text)
        }
        #expect(file.mode == 0o600)
    }

    @Test(arguments: [
        "", "1761594999123\n", " 1761594999123", "1761594999123\u{0}", "-1", "+1", "0x1", "1e3", "1.5", "now",
        "1234567890123456789", "12345678901234567890123",
    ])
    func time_whenTheFileContainsAnythingElse_isNil(_ text: String) throws {
        try file.write(text)
        #expect(try stamp.replace(with: .now) == nil)
        #expect(file.text == "1761594999123")
    }

    @Test func lock_isHeldUntilUnlock() throws {
        let stamp = stamp
        try stamp.lockWhenFree()
        #expect(file.isLocked)
        stamp.unlock()
        #expect(file.isReleased)
    }

    @Test func store_whenADirectoryIsInPlaceOfTheFile_throwsAnErrorThatNamesIt() throws {
        try file.makeDirectory()
        #expect(throws: StoreError.unusable("\(file.path): Is a directory")) { try stamp.replace(with: .now) }
    }

    #if os(Linux)
        /// As on some NFS. The filter applies to a process, so it is set in another one.
        @Test func lock_whereLocksDoNotWork_proceeds() async {
            await #expect(processExitsWith: .success) {
                inTemporaryDirectory { directory in
                    let (stamp, fetchLock) = (FileRefreshStamp(in: directory), FileFetchLock(in: directory))
                    try stamp.replace(with: .now)
                    try disableFileLocks()
                    // As if two runs had the locks.
                    try stamp.lockWhenFree()
                    let last = try FileRefreshStamp(in: directory).replace(with: nil)
                    expectEqual(last, .now)
                    _ = fetchLock.acquire(deadline: .seconds(20))
                    let waited = FileFetchLock(in: directory).acquire(deadline: .seconds(20))
                    expectEqual(waited < .seconds(10), true)
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
