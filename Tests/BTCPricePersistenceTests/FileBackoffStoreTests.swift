import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileBackoffStoreTests {
    private static let complete =
        #"{"version":2,"entries":[{"reason":"failed","source":"kraken","url":"0123456789abcdef","currency":"EUR","#
        + #""begin":1761594999123,"end":1761595006123,"allowed":5000}]}"#
    private static let entry = BackoffEntry.entry(.failed, "kraken", .eur, allowedTime: .seconds(5))

    @Test func update_writesAFileWithMode0600() throws {
        try withTemporaryFolder { directory in
            let directory = "\(directory)/btcq"
            try FileBackoffStore(in: directory).set([Self.entry])
            #expect(File("backoff.json", in: directory).text == Self.complete + "\n")
            #expect(File("backoff.json", in: directory).mode == 0o600)
            #expect(File("", in: directory).mode == 0o700)
            #expect(contents(of: directory) == ["backoff.json", "backoff.lock"])
        }
    }

    @Test(arguments: BackoffEntry.Reason.allCases, [nil] + Currency.allCases)
    func load_afterUpdate_returnsTheEntry(_ reason: BackoffEntry.Reason, _ currency: Currency?) throws {
        try withTemporaryFolder { directory in
            let entry = BackoffEntry.entry(
                reason, "exchange2", currency, from: Timestamp(milliseconds: 0), for: .milliseconds(1),
                allowedTime: FetchLimits.longest)
            try FileBackoffStore(in: directory).set([entry])
            #expect(FileBackoffStore(in: directory).load() == Backoff([entry]))
        }
    }

    @Test func update_whenEntriesAreRemoved_writesTheOthers() throws {
        try withTemporaryFolder { directory in
            let store = FileBackoffStore(in: directory)
            let entries = ["binance", "kraken"].map { BackoffEntry.entry(.blocked, $0) }
            try store.set(entries)
            try store.set([entries[1]])
            #expect(store.load() == Backoff([entries[1]]))
            try store.set([])
            #expect(store.load() == Backoff())
            #expect(File("backoff.json", in: directory).text == #"{"version":2,"entries":[]}"# + "\n")
        }
    }

    @Test func update_returnsTheResultOfTheChange() throws {
        try withTemporaryFolder { directory in
            let store = FileBackoffStore(in: directory)
            let count = try store.update { backoff in
                backoff = Backoff([Self.entry])
                return backoff.entries.count
            }
            #expect(count == 1)
            let unchanged = try store.update { $0.entries.count + 10 }
            #expect(unchanged == 11)
        }
    }

    @Test func update_whenNothingChanges_writesNothing() throws {
        try withTemporaryFolder { directory in
            let store = FileBackoffStore(in: "\(directory)/btcq")
            #expect(store.load() == Backoff())
            try store.set([])
            #expect(contents(of: directory) == [])
            try store.set([Self.entry])
            let file = File("btcq/backoff.json", in: directory)
            file.setModified(.now)
            try store.set([Self.entry])
            #expect(file.modified == .now)
        }
    }

    @Test(arguments: [
        "", "null", "[]", "{", "\u{0}", complete + "}",
        complete.replacing(#""version":2"#, with: #""version":1"#),
        complete.replacing(#""version":2"#, with: #""version":3"#),
        complete.replacing(#""version":2"#, with: #""version":"2""#),
        complete.replacing(#""version":2,"#, with: ""), complete.replacing("entries", with: "entry"),
        complete.replacing("[", with: "").replacing("]", with: ""),
        // A file of 1.1.0.
        #"{"kraken":{"until":"2025-10-27T19:57:39.123Z","why":"limited"}}"#,
    ])
    func load_whenTheFileIsInvalid_isEmptyAndUpdateReplacesIt(_ text: String) throws {
        try withTemporaryFolder { directory in
            try File("backoff.json", in: directory).write(text)
            let store = FileBackoffStore(in: directory)
            #expect(store.load() == Backoff())
            try store.add(Self.entry)
            #expect(store.load() == Backoff([Self.entry]))
        }
    }

    @Test(arguments: [
        ("failed", "bored"), ("failed", "Failed"), (#""failed""#, "1"), (#""reason":"failed","#, ""),
        (#""kraken""#, #""Kraken""#), (#""kraken""#, #""""#), (#""kraken""#, #""kr\u001b[2J""#), (#""kraken""#, "null"),
        (#""kraken""#, #""bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb""#), (#""source":"kraken","#, ""),
        ("0123456789abcdef", ""), ("0123456789abcdef", "0123456789ABCDEF"), ("0123456789abcdef", #"0\u001b"#),
        (#""url":"0123456789abcdef","#, ""),
        ("EUR", "XYZ"), ("EUR", "EU"), (#""EUR""#, "null"), (#""currency":"EUR","#, ""),
        ("1761594999123", #""1761594999123""#), ("1761594999123", "-1"), ("1761594999123", "1.5"),
        ("1761594999123", "1e9"), ("1761594999123", "1234567890123456789"), (#""begin":1761594999123,"#, ""),
        ("1761595006123", "null"), ("1761595006123", "-1"), (#""end":1761595006123,"#, ""),
        ("5000", "-5000"), ("5000", #""5000""#), (#","allowed":5000"#, ""),
    ])
    func load_whenAnEntryIsInvalid_dropsItAlone(_ part: String, _ replacement: String) throws {
        try withTemporaryFolder { directory in
            let invalid = Self.complete.replacing(part, with: replacement)
            try #require(invalid != Self.complete)
            let valid = try #require(Self.complete.firstMatch(of: /\[(.*)\]/)).1
            try File("backoff.json", in: directory).write(invalid.replacing("]", with: ",\(valid)]"))
            #expect(FileBackoffStore(in: directory).load() == Backoff([Self.entry]))
        }
    }

    @Test func load_whenATimeIsTooLarge_limitsIt() throws {
        try withTemporaryFolder { directory in
            let huge = "999999999999999999"
            try File("backoff.json", in: directory).write(
                Self.complete.replacing("1761595006123", with: huge).replacing("5000", with: huge))
            let entry = try #require(FileBackoffStore(in: directory).load().entries.first)
            #expect(entry.end.milliseconds == 253_402_300_799_999)
            #expect(entry.allowedTime == FetchLimits.longest)
        }
    }

    /// The longest names and numbers.
    @Test func update_whenThereAreManySourcesAndCurrencies_keepsTheNewestWithin4KiB() throws {
        try withTemporaryFolder { directory in
            let store = FileBackoffStore(in: directory)
            let file = File("backoff.json", in: directory)
            var begin = Timestamp(milliseconds: 253_402_300_000_000)
            for number in 1...20 {
                for currency in Currency.allCases {
                    begin = begin + .milliseconds(1)
                    let name = "\(number)" + String(repeating: "s", count: 30)
                    let entry = BackoffEntry.entry(
                        .rateLimited, name, currency, from: begin, allowedTime: FetchLimits.longest)
                    try store.add(entry)
                    #expect(try #require(file.size) <= 4096)
                    #expect(store.load().entries.first == entry)
                }
            }
            #expect(store.load().entries.count > 15)
        }
    }

    @Test func update_whenConcurrent_losesNoChange() throws {
        try withTemporaryFolder { directory in
            DispatchQueue.concurrentPerform(iterations: 20) { index in
                #expect(throws: Never.self) { try FileBackoffStore(in: directory).add(.entry(.blocked, "s\(index)")) }
            }
            #expect(FileBackoffStore(in: directory).load().entries.count == 20)
        }
    }

    @Test func update_whenTheFileHasChangedMeanwhile_keepsTheOtherChange() throws {
        try withTemporaryFolder { directory in
            let calls = Locked(0)
            try FileBackoffStore(in: directory).update { backoff in
                let isFirst = calls.withLock { calls in
                    calls += 1
                    return calls == 1
                }
                if isFirst { try? FileBackoffStore(in: directory).add(.entry(.failed, "binance")) }
                backoff = Backoff(backoff.entries + [.entry(.failed, "kraken")])
            }
            #expect(Set(FileBackoffStore(in: directory).load().entries.map(\.source.name)) == ["binance", "kraken"])
        }
    }

    @Test func update_whenTheLockTimesOut_proceedsWithoutIt() throws {
        try withTemporaryFolder { directory in
            try FileBackoffStore(in: directory).add(.entry(.failed, "binance"))
            try File("backoff.lock", in: directory).whileLocked {
                let store = FileBackoffStore(in: directory, lockTimeout: .zero)
                try store.add(.entry(.failed, "kraken"))
                #expect(Set(store.load().entries.map(\.source.name)) == ["binance", "kraken"])
            }
        }
    }

    @Test func update_whenADirectoryIsInPlaceOfTheFile_throwsAndKeepsIt() throws {
        try withTemporaryFolder { directory in
            let file = File("backoff.json", in: directory)
            try File("inside", in: file.path).makeDirectory()
            let store = FileBackoffStore(in: directory)
            #expect(throws: StoreError.system(path: file.path, code: EISDIR)) { try store.add(Self.entry) }
            #expect(store.load() == Backoff())
            #expect(contents(of: directory) == ["backoff.json", "backoff.lock"])
        }
    }

    @Test func update_whenTheDirectoryCannotBeCreated_throws() throws {
        try withTemporaryFolder { directory in
            try File("file", in: directory).write("")
            #expect(throws: StoreError.system(path: "\(directory)/file/btcq", code: ENOTDIR)) {
                try FileBackoffStore(in: "\(directory)/file/btcq").add(Self.entry)
            }
        }
    }
}
