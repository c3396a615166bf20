import BTCPriceCore
import BTCPricePersistence
import Foundation
import Testing

@Suite struct FileSourceLimitsTests {
    private let date = Date(millisecondsSince1970: 1_761_594_999_123)

    @Test func limits_areKeptPerSource() throws {
        try withTemporaryFolder { folder in
            let limits = FileSourceLimits(folder: "\(folder)/btcq")
            #expect(limits.limit(on: "kraken") == nil)
            limits.setLimit(on: "kraken", until: date)
            limits.setLimit(on: "binance", until: date.addingTimeInterval(7))
            #expect(limits.limit(on: "kraken") == date)
            #expect(limits.limit(on: "binance") == date.addingTimeInterval(7))
            #expect(limits.limit(on: "coinbase") == nil)
            let text = try String(contentsOfFile: "\(folder)/btcq/sources.json", encoding: .utf8)
            #expect(text == #"{"binance":"2025-10-27T19:56:46.123Z","kraken":"2025-10-27T19:56:39.123Z"}"# + "\n")
        }
    }

    @Test(arguments: ["", "[]", "{", #"{"kraken":1}"#, #"{"kraken":"soon"}"#, #"{"kraken":null}"#])
    func garbage_countsAsNoneAndIsReplaced(_ text: String) throws {
        try withTemporaryFolder { folder in
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/sources.json"))
            let limits = FileSourceLimits(folder: folder)
            #expect(limits.limit(on: "kraken") == nil)
            limits.setLimit(on: "kraken", until: date)
            #expect(limits.limit(on: "kraken") == date)
        }
    }

    @Test func namesThatAreNoSources_areNotKept() throws {
        try withTemporaryFolder { folder in
            let hostile = #"{"a\"b":"2025-10-27T19:56:39.123Z","\u001b":"2025-10-27T19:56:39.123Z"}"#
            try Data(hostile.utf8).write(to: URL(filePath: "\(folder)/sources.json"))
            FileSourceLimits(folder: folder).setLimit(on: "kraken", until: date)
            let text = try String(contentsOfFile: "\(folder)/sources.json", encoding: .utf8)
            #expect(text == #"{"kraken":"2025-10-27T19:56:39.123Z"}"# + "\n")
        }
    }
}
