import BTCPriceCore
import Testing

@testable import BTCPricePresentation

@Suite struct NumberQuoteFormatterTests {
    @Test(arguments: [
        ("68901.23", "68901.23"), ("68901.00", "68901"), ("68901.20", "68901.2"), ("100", "100"),
        ("0.00000001", "0.00000001"),
        ("68901.22999999998976", "68901.22999999998976"), ("999999999999.99999999", "999999999999.99999999"),
    ])
    func number_isExactWithoutGroupingAndWithoutZerosAtItsTail(_ sent: String, _ digits: String) throws {
        for currency in Currency.allCases { #expect(try number(sent, currency) == digits) }
    }

    @Test(arguments: [
        ("68901.23", 0, "68901"), ("68901.5", 0, "68902"), ("68902.5", 0, "68902"), ("68901.23", 1, "68901.2"),
        ("68901.23", 8, "68901.23000000"), ("68901", 2, "68901.00"), ("0.5", 1, "0.5"), ("0.6", 0, "1"),
    ])
    func decimals_roundHalvesToEven(_ sent: String, _ decimals: Int, _ digits: String) throws {
        #expect(try number(sent, decimals: decimals) == digits)
    }

    @Test(arguments: [("0.5", 0), ("0.004", 2), ("0.00000000012", 8)])
    func number_whenDecimalsWouldRoundToZero_isExact(_ sent: String, _ decimals: Int) throws {
        #expect(try number(sent, decimals: decimals) == sent)
    }

    private func number(_ sent: String, _ currency: Currency = .usd, decimals: Int? = nil) throws -> String {
        NumberQuoteFormatter(FormatOptions(decimals: decimals)).text(try .of(sent, currency, cached: true, stale: true))
    }
}
