import BTCPriceCore
import BTCPricePersistence
import Foundation
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
        _ currency: Currency, _ configurationHash: String, _ name: String
    ) throws {
        try FileRefreshStamp(in: directory.path, currency, configurationHash: configurationHash).replace(with: nil)
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

    @Test func store_whenADirectoryIsInPlaceOfTheFile_namesIt() throws {
        try file.makeDirectory()
        #expect(throws: StoreError.unusable("\(file.path): Is a directory")) { try stamp.replace(with: .now) }
    }
}
