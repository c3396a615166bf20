import BTCPriceCore
import Testing

@testable import BTCPricePresentation

@Suite struct QuoteFormatterTests {
    private let options = FormatOptions()

    @Test func text_isPriceTimeAndSource() {
        let formatter = TextQuoteFormatter(options)
        #expect(formatter.text(.of("68901.23")) == "$68,901.23 2025-10-27T19:56:39Z binance")
        #expect(
            formatter.text(.of("68901.23", cached: true, age: 300))
                == "$68,901.23 2025-10-27T19:56:39Z binance (cached, 5m old)")
    }

    @Test(arguments: [
        ("68901.23", "68901.23"), ("68901.00", "68901"), ("0.00000001", "0.00000001"),
        ("68901.22999999998976", "68901.22999999998976"), ("999999999999.99999999", "999999999999.99999999"),
    ])
    func digits_areExactInNumberJSONAndCSV(_ sent: String, _ digits: String) {
        #expect(NumberQuoteFormatter(options).text(.of(sent)) == digits)
        #expect(JSONQuoteFormatter(options).text(.of(sent)).hasPrefix(#"{"price":\#(digits),"#))
        #expect(CSVQuoteFormatter(options).text(.of(sent)).split(separator: ",")[1] == digits)
    }

    @Test func json_isOneObjectWithItsKeysInOrder() {
        #expect(
            JSONQuoteFormatter(options).text(.of("68901.23", cached: true, stale: true, age: 300))
                == #"{"price":68901.23,"currency":"USD","timestamp":"2025-10-27T19:56:39Z","source":"binance","#
                + #""cached":true,"stale":true,"age":300}"#)
    }

    @Test func csv_hasAHeaderAndARow() {
        let formatter = CSVQuoteFormatter(options)
        #expect(formatter.header == "timestamp,price,currency,source,cached,stale,age")
        #expect(formatter.text(.of("68901.23")) == "2025-10-27T19:56:39Z,68901.23,USD,binance,false,false,0")
    }

    @Test func onlyCSV_hasAHeader() {
        let headers = FormatRegistry.formats.filter { $0.makeFormatter(options).header != nil }
        #expect(headers.map(\.name) == ["csv"])
    }

    @Test func everyFormat_isFoundByItsName() {
        for format in FormatRegistry.formats { #expect(FormatRegistry.format(named: format.name)?.name == format.name) }
        #expect(FormatRegistry.format(named: "xml") == nil)
    }

    @Test func decimals_reachText() {
        let line = TextQuoteFormatter(FormatOptions(decimals: 0)).text(.of("68901.23"))
        #expect(line == "$68,901 2025-10-27T19:56:39Z binance")
    }
}
