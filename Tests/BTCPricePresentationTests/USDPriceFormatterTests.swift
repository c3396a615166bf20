import BTCPriceCore
import Testing

@testable import BTCPricePresentation

@Suite struct USDPriceFormatterTests {
    @Test(arguments: [
        ("68901.23", "$68,901.23"), ("1", "$1.00"), ("999.999", "$1,000.00"), ("1000", "$1,000.00"),
        ("999999999999.99999999", "$1,000,000,000,000.00"), ("123456.7", "$123,456.70"), ("12", "$12.00"),
        ("68901.22999999998976", "$68,901.23"), ("9.995", "$10.00"), ("99999.995", "$100,000.00"),
    ])
    func price_isGroupedWithTwoDecimals(_ digits: String, _ text: String) throws {
        #expect(try format(digits) == text)
    }

    @Test(arguments: [
        ("1.005", "$1.00"), ("1.015", "$1.02"), ("1.025", "$1.02"), ("1.0250000000000001", "$1.03"), ("2.5", "$2"),
        ("3.5", "$4"), ("1.5", "$2"), ("10.5", "$10"), ("99.5", "$100"),
    ])
    func halves_goToTheEvenNeighbour(_ digits: String, _ text: String) throws {
        #expect(try format(digits, decimals: text.contains(".") ? 2 : 0) == text)
    }

    @Test(arguments: [
        ("0.5", "$0.50"), ("0.00000001", "$0.00000001"), ("0.1234", "$0.1234"), ("0.123456785", "$0.12345678"),
        ("0.123456789", "$0.12345679"), ("0.999999999", "$1.00"), ("0.000000001", "$0.000000001"),
        ("0.000000005", "$0.000000005"), ("0.000000006", "$0.00000001"), ("0.10", "$0.10"),
    ])
    func underOne_thereAreTwoToEightDecimalsAndNeverZero(_ digits: String, _ text: String) throws {
        #expect(try format(digits) == text)
    }

    @Test(arguments: [(0, "$68,901"), (1, "$68,901.2"), (4, "$68,901.2300"), (8, "$68,901.23000000")])
    func decimals_areAsAskedFor(_ decimals: Int, _ text: String) throws {
        #expect(try format("68901.23", decimals: decimals) == text)
    }

    private func format(_ digits: String, decimals: Int = 2) throws -> String {
        USDPriceFormatter(decimals: decimals).string(from: try #require(PriceDigits.price(ofString: digits)))
    }
}
