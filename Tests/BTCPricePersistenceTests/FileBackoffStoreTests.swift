import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileBackoffStoreTests {
    private static let entries: [String: SourceBackoff] = [
        "kraken": SourceBackoff([.rateLimited: .now]), "binance": SourceBackoff([.blocked: .now]),
        "coinbase": SourceBackoff([.failed: .now]),
        "bitstamp": SourceBackoff([.blocked: .now, .failed: .now + .milliseconds(7)]),
    ]

    @Test func update_writesTheSpecifiedFormatWithMode0600() throws {
        try withTemporaryFolder { directory in
            let directory = "\(directory)/btcq"
            backoff(directory).update { $0 = Self.entries }
            let expected =
                #"{"binance":{"until":"2025-10-27T19:56:39.123Z","why":"refused"},"#
                + #""bitstamp":{"until":"2025-10-27T19:56:39.123Z","why":"refused","failed":"2025-10-27T19:56:39.130Z"},"#
                + #""coinbase":{"until":"2025-10-27T19:56:39.123Z","why":"failed"},"#
                + #""kraken":{"until":"2025-10-27T19:56:39.123Z","why":"limited"}}"#
            #expect(File("sources.json", in: directory).text == expected + "\n")
            #expect(File("sources.json", in: directory).mode == 0o600)
            #expect(File("", in: directory).mode == 0o700)
            #expect(contents(of: directory) == ["sources.json", "sources.lock"])
        }
    }

    @Test func entries_afterUpdate_areThoseWritten() throws {
        try withTemporaryFolder { directory in
            backoff(directory).update { $0 = Self.entries }
            #expect(backoff(directory).entries() == Self.entries)
            backoff(directory).update { $0["kraken"] = nil }
            #expect(backoff(directory).entries().keys.sorted() == ["binance", "bitstamp", "coinbase"])
            backoff(directory).update { $0 = [:] }
            #expect(File("sources.json", in: directory).text == "{}\n")
        }
    }

    @Test func update_whenASourceIsRateLimited_dropsItsOtherReasons() throws {
        try withTemporaryFolder { directory in
            backoff(directory).update {
                $0["kraken"] = SourceBackoff([.rateLimited: .now, .blocked: .now, .failed: .now])
            }
            #expect(backoff(directory).entries() == ["kraken": SourceBackoff([.rateLimited: .now])])
        }
    }

    @Test func update_whenNothingChanges_writesNothing() throws {
        try withTemporaryFolder { directory in
            #expect(backoff("\(directory)/btcq").entries() == [:])
            backoff("\(directory)/btcq").update { $0["kraken"] = nil }
            #expect(contents(of: directory) == [])
        }
    }

    @Test(arguments: [
        "", "[]", "{", "null", #"{"kraken":1}"#, #"{"kraken":"2025-10-27T19:57:39.123Z"}"#, #"{"kraken":null}"#,
        #"{"kraken":{}}"#, #"{"kraken":{"why":"limited"}}"#, #"{"kraken":{"until":"2025-10-27T19:57:39.123Z"}}"#,
        #"{"kraken":{"until":"soon","why":"limited"}}"#, #"{"kraken":{"until":1,"why":"limited"}}"#,
        #"{"kraken":{"until":"2025-10-27T19:57:39Z","why":"limited"}}"#,
        #"{"kraken":{"until":"2025-10-27T19:57:39.123Z","why":"Limited"}}"#,
        #"{"kraken":{"until":"2025-10-27T19:57:39.123Z","why":["limited"]}}"#,
        #"{"Kraken":{"until":"2025-10-27T19:57:39.123Z","why":"limited"}}"#,
        #"{"kr\u001b":{"until":"2025-10-27T19:57:39.123Z","why":"limited"}}"#,
        #"{"kr\"":{"until":"2025-10-27T19:57:39.123Z","why":"limited"}}"#,
        #"{"":{"until":"2025-10-27T19:57:39.123Z","why":"limited"}}"#,
    ])
    func entries_whenTheFileIsInvalid_areEmptyAndUpdateReplacesIt(_ text: String) throws {
        try withTemporaryFolder { directory in
            let file = File("sources.json", in: directory)
            try file.write(text)
            #expect(backoff(directory).entries() == [:])
            backoff(directory).update { $0["kraken"] = SourceBackoff([.failed: .now]) }
            #expect(file.text == #"{"kraken":{"until":"2025-10-27T19:56:39.123Z","why":"failed"}}"# + "\n")
        }
    }

    @Test func entries_whenOnlySomeAreInvalid_dropThose() throws {
        try withTemporaryFolder { directory in
            try File("sources.json", in: directory).write(
                #"{"a":{"until":"2025-10-27T19:56:39.123Z","why":"bored"},"b":{"until":"2025-10-27T19:56:39.123Z","#
                    + #""why":"refused","failed":"soon"},"c":{"until":"2025-10-27T19:56:39.123Z","why":"limited","#
                    + #""failed":"2025-10-27T19:56:39.123Z","more":1},"d":{"until":"2025-10-27T19:56:39.123Z","#
                    + #""why":"failed","failed":"2025-10-27T19:56:39.130Z"}}"#)
            #expect(
                backoff(directory).entries() == [
                    "b": SourceBackoff([.blocked: .now]), "c": SourceBackoff([.rateLimited: .now]),
                    "d": SourceBackoff([.failed: .now]),
                ])
        }
    }

    @Test func entries_whenThereAreMoreThan32_areEmpty() throws {
        try withTemporaryFolder { directory in
            func write(_ count: Int) throws {
                let members = (1...count).map { #""s\#($0)":{"until":"2025-10-27T19:56:39.123Z","why":"limited"}"# }
                try File("sources.json", in: directory).write("{\(members.joined(separator: ","))}")
            }
            try write(32)
            #expect(backoff(directory).entries().count == 32)
            try write(33)
            #expect(backoff(directory).entries() == [:])
        }
    }

    @Test func update_whenConcurrent_losesNoChange() throws {
        try withTemporaryFolder { directory in
            DispatchQueue.concurrentPerform(iterations: 30) { index in
                backoff(directory).update { $0["s\(index)"] = SourceBackoff([.rateLimited: .now]) }
            }
            #expect(backoff(directory).entries().count == 30)
        }
    }

    @Test func update_whenTheFileHasChangedMeanwhile_keepsTheOtherChange() throws {
        try withTemporaryFolder { directory in
            let calls = Locked(0)
            backoff(directory).update { entries in
                let isFirst = calls.withLock { calls in
                    calls += 1
                    return calls == 1
                }
                if isFirst { backoff(directory).update { $0["binance"] = SourceBackoff([.failed: .now]) } }
                entries["kraken"] = SourceBackoff([.failed: .now])
            }
            #expect(backoff(directory).entries().keys.sorted() == ["binance", "kraken"])
        }
    }

    @Test func update_whenTheLockTimesOut_proceedsWithoutIt() throws {
        try withTemporaryFolder { directory in
            backoff(directory).update { $0["binance"] = SourceBackoff([.failed: .now]) }
            try File("sources.lock", in: directory).whileLocked {
                backoff(directory, lockTimeout: .zero).update { $0["kraken"] = SourceBackoff([.failed: .now]) }
                #expect(backoff(directory).entries().keys.sorted() == ["binance", "kraken"])
            }
        }
    }

    @Test func update_whenADirectoryIsInPlaceOfTheFile_keepsIt() throws {
        try withTemporaryFolder { directory in
            try File("sources.json/inside", in: directory).makeDirectory()
            backoff(directory).update { $0["kraken"] = SourceBackoff([.failed: .now]) }
            #expect(backoff(directory).entries() == [:])
            #expect(contents(of: directory) == ["sources.json", "sources.lock"])
        }
    }

    private func backoff(_ directory: String, lockTimeout: Duration = .seconds(60)) -> FileBackoffStore {
        FileBackoffStore(directory: CacheDirectory(directory)) { lockTimeout }
    }
}
