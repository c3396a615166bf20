import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileSourceMemoryTests {
    private static let records: [String: SourceBackoff] = [
        "kraken": SourceBackoff([.limited: .now]), "binance": SourceBackoff([.refused: .now]),
        "coinbase": SourceBackoff([.failed: .now]),
        "bitstamp": SourceBackoff([.refused: .now, .failed: .now + .milliseconds(7)]),
    ]

    @Test func file_isAsTheContractSpellsItAndNobodyElsesToRead() throws {
        try withTemporaryFolder { folder in
            let folder = "\(folder)/btcq"
            memory(folder).update { $0 = Self.records }
            let expected =
                #"{"binance":{"until":"2025-10-27T19:56:39.123Z","why":"refused"},"#
                + #""bitstamp":{"until":"2025-10-27T19:56:39.123Z","why":"refused","failed":"2025-10-27T19:56:39.130Z"},"#
                + #""coinbase":{"until":"2025-10-27T19:56:39.123Z","why":"failed"},"#
                + #""kraken":{"until":"2025-10-27T19:56:39.123Z","why":"limited"}}"#
            #expect(File("sources.json", in: folder).text == expected + "\n")
            #expect(File("sources.json", in: folder).mode == 0o600)
            #expect(File("", in: folder).mode == 0o700)
            #expect(contents(of: folder) == ["sources.json", "sources.lock"])
        }
    }

    @Test func records_areReadAsTheyWereWritten() throws {
        try withTemporaryFolder { folder in
            memory(folder).update { $0 = Self.records }
            #expect(memory(folder).entries() == Self.records)
            memory(folder).update { $0["kraken"] = nil }
            #expect(memory(folder).entries().keys.sorted() == ["binance", "bitstamp", "coinbase"])
            memory(folder).update { $0 = [:] }
            #expect(File("sources.json", in: folder).text == "{}\n")
        }
    }

    /// A limited source is limited and nothing else.
    @Test func limit_standsAlone() throws {
        try withTemporaryFolder { folder in
            memory(folder).update { $0["kraken"] = SourceBackoff([.limited: .now, .refused: .now, .failed: .now]) }
            #expect(memory(folder).entries() == ["kraken": SourceBackoff([.limited: .now])])
        }
    }

    @Test func readingAndChangingNothing_writesNothing() throws {
        try withTemporaryFolder { folder in
            #expect(memory("\(folder)/btcq").entries() == [:])
            memory("\(folder)/btcq").update { $0["kraken"] = nil }
            #expect(contents(of: folder) == [])
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
    func garbage_countsAsNoneAndIsReplaced(_ text: String) throws {
        try withTemporaryFolder { folder in
            let file = File("sources.json", in: folder)
            try file.write(text)
            #expect(memory(folder).entries() == [:])
            memory(folder).update { $0["kraken"] = SourceBackoff([.failed: .now]) }
            #expect(file.text == #"{"kraken":{"until":"2025-10-27T19:56:39.123Z","why":"failed"}}"# + "\n")
        }
    }

    @Test func garbageBesideARecord_isDropped() throws {
        try withTemporaryFolder { folder in
            try File("sources.json", in: folder).write(
                #"{"a":{"until":"2025-10-27T19:56:39.123Z","why":"bored"},"b":{"until":"2025-10-27T19:56:39.123Z","#
                    + #""why":"refused","failed":"soon"},"c":{"until":"2025-10-27T19:56:39.123Z","why":"limited","#
                    + #""failed":"2025-10-27T19:56:39.123Z","more":1},"d":{"until":"2025-10-27T19:56:39.123Z","#
                    + #""why":"failed","failed":"2025-10-27T19:56:39.130Z"}}"#)
            #expect(
                memory(folder).entries() == [
                    "b": SourceBackoff([.refused: .now]), "c": SourceBackoff([.limited: .now]),
                    "d": SourceBackoff([.failed: .now]),
                ])
        }
    }

    @Test func fileOfTooManySources_isNotOurs() throws {
        try withTemporaryFolder { folder in
            func write(_ count: Int) throws {
                let members = (1...count).map { #""s\#($0)":{"until":"2025-10-27T19:56:39.123Z","why":"limited"}"# }
                try File("sources.json", in: folder).write("{\(members.joined(separator: ","))}")
            }
            try write(32)
            #expect(memory(folder).entries().count == 32)
            try write(33)
            #expect(memory(folder).entries() == [:])
        }
    }

    @Test func changesAtOnce_allSurvive() throws {
        try withTemporaryFolder { folder in
            DispatchQueue.concurrentPerform(iterations: 30) { index in
                memory(folder).update { $0["s\(index)"] = SourceBackoff([.limited: .now]) }
            }
            #expect(memory(folder).entries().count == 30)
        }
    }

    @Test func change_isMadeToWhatIsThereWhenItIsWritten() throws {
        try withTemporaryFolder { folder in
            let calls = Locked(0)
            memory(folder).update { records in
                let isFirst = calls.withLock { calls in
                    calls += 1
                    return calls == 1
                }
                if isFirst { memory(folder).update { $0["binance"] = SourceBackoff([.failed: .now]) } }
                records["kraken"] = SourceBackoff([.failed: .now])
            }
            #expect(memory(folder).entries().keys.sorted() == ["binance", "kraken"])
        }
    }

    @Test func lockThatIsNotHadInTime_isGoneWithout() throws {
        try withTemporaryFolder { folder in
            memory(folder).update { $0["binance"] = SourceBackoff([.failed: .now]) }
            try File("sources.lock", in: folder).whileLocked {
                memory(folder, lockTimeout: .zero).update { $0["kraken"] = SourceBackoff([.failed: .now]) }
                #expect(memory(folder).entries().keys.sorted() == ["binance", "kraken"])
            }
        }
    }

    @Test func folderInItsPlace_isLeftAlone() throws {
        try withTemporaryFolder { folder in
            try File("sources.json/inside", in: folder).makeFolder()
            memory(folder).update { $0["kraken"] = SourceBackoff([.failed: .now]) }
            #expect(memory(folder).entries() == [:])
            #expect(contents(of: folder) == ["sources.json", "sources.lock"])
        }
    }

    private func memory(_ folder: String, lockTimeout: Duration = .seconds(60)) -> FileBackoffStore {
        FileBackoffStore(folder: CacheDirectory(folder)) { lockTimeout }
    }
}
