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

    private let directory = TemporaryDirectory()
    private var store: FileBackoffStore { FileBackoffStore(in: directory.path) }
    private var file: File { directory.file("backoff.json") }

    @Test func update_writesAFileWithMode0600() throws {
        try store.set([Self.entry])
        #expect(file.text == Self.complete + "\n")
        #expect(file.mode == 0o600)
        #expect(directory.names == ["backoff.json", "backoff.lock"])
        try store.set([])
        #expect(file.text == #"{"version":2,"entries":[]}"# + "\n")
        #expect(store.load() == Backoff())
    }

    @Test(arguments: BackoffEntry.Reason.allCases, [nil] + Currency.allCases)
    func load_afterUpdate_returnsTheEntry(_ reason: BackoffEntry.Reason, _ currency: Currency?) throws {
        let entry = BackoffEntry.entry(
            reason, "exchange2", currency, from: Timestamp(milliseconds: 0), for: .milliseconds(1),
            allowedTime: FetchLimits.maxDuration)
        try store.set([entry])
        #expect(store.load() == Backoff([entry]))
    }

    @Test func update_returnsTheResultOfTheChange() throws {
        let count = try store.update { backoff in
            backoff = Backoff([Self.entry])
            return backoff.entries.count
        }
        #expect(count == 1)
        let unchanged = try store.update { $0.entries.count + 10 }
        #expect(unchanged == 11)
    }

    @Test func update_whenNothingChanges_writesNothing() throws {
        try store.set([])
        #expect(directory.names == [])
        try store.set([Self.entry])
        file.setModified(.now)
        try store.set([Self.entry])
        #expect(file.modified == .now)
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
        try file.write(text)
        #expect(store.load() == Backoff())
        try store.add(Self.entry)
        #expect(store.load() == Backoff([Self.entry]))
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
        let invalid = Self.complete.replacing(part, with: replacement)
        try #require(invalid != Self.complete)
        let valid = try #require(Self.complete.firstMatch(of: /\[(.*)\]/)).1
        try file.write(invalid.replacing("]", with: ",\(valid)]"))
        #expect(store.load() == Backoff([Self.entry]))
    }

    @Test func load_whenATimeIsTooLarge_limitsIt() throws {
        let huge = "999999999999999999"
        try file.write(Self.complete.replacing("1761595006123", with: huge).replacing("5000", with: huge))
        let entry = try #require(store.load().entries.first)
        #expect(entry.end.milliseconds == 253_402_300_799_999)
        #expect(entry.allowedTime == FetchLimits.maxDuration)
    }

    /// The longest names and numbers.
    @Test func update_whenThereAreManyEntries_keepsTheNewestWithin4KiB() throws {
        var begin = Timestamp(milliseconds: 253_402_300_000_000)
        for number in 1...60 {
            begin = begin + .milliseconds(1)
            let entry = BackoffEntry.entry(
                .rateLimited, "\(number)" + String(repeating: "s", count: 30), .usd, from: begin,
                allowedTime: FetchLimits.maxDuration)
            try store.add(entry)
            let size = try #require(file.size)
            #expect(size <= 4096)
            #expect(store.load().entries.first == entry)
        }
        #expect(store.load().entries.count > 15)
    }

    @Test func update_whenConcurrent_losesNoChange() throws {
        DispatchQueue.concurrentPerform(iterations: 20) { index in
            #expect(throws: Never.self) { try store.add(.entry(.blocked, "s\(index)")) }
        }
        #expect(store.load().entries.count == 20)
    }

    @Test func update_whenTheFileHasChangedMeanwhile_keepsTheOtherChangeAndReturnsTheLastResult() throws {
        var calls = 0
        let count = try store.update { backoff in
            calls += 1
            if calls == 1 { try? store.add(.entry(.failed, "binance")) }
            backoff = Backoff(backoff.entries + [.entry(.failed, "kraken")])
            return backoff.entries.count
        }
        #expect(count == 2)
        #expect(store.load().entries.map(\.source.name).sorted() == ["binance", "kraken"])
    }

    @Test func update_ofBackoff_whenTheLockTimesOut_proceedsWithoutIt() throws {
        try store.add(.entry(.failed, "binance"))
        try directory.file("backoff.lock").whileLocked {
            try FileBackoffStore(in: directory.path, lockTimeout: .zero).add(.entry(.failed, "kraken"))
        }
        #expect(store.load().entries.map(\.source.name).sorted() == ["binance", "kraken"])
    }

    @Test func update_whenADirectoryIsInPlaceOfTheFile_throwsAndKeepsIt() throws {
        try File("inside", in: file.path).makeDirectory()
        #expect(throws: StoreError.system(path: file.path, code: EISDIR)) { try store.add(Self.entry) }
        #expect(store.load() == Backoff())
        #expect(contents(of: file.path) == ["inside"])
    }
}
