import BTCPriceCore
import Foundation

extension PriceQuote {
    /// A quote with these digits, received so many milliseconds after 1970.
    static func quote(
        _ digits: String, at milliseconds: Int64 = 1_761_594_999_123, in currency: Currency = .usd
    ) -> PriceQuote {
        PriceQuote(
            price: PriceDigits.price(ofString: digits) ?? .nan, currency: currency,
            timestamp: Date(millisecondsSince1970: milliseconds), source: "binance")
    }
}

/// Runs `body` with the path of an empty folder, which goes afterwards.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "btcq-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
}
