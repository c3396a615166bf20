import BTCPriceCore
import BTCPricePresentation
import Foundation

@testable import BTCQCommand

extension FuzzTarget {
    /// Durations: never negative, never more than 3650 days.
    static let duration = FuzzTarget(name: "duration") { bytes in
        guard let duration = try? DurationParser.duration(Argument(bytes)) else { return }
        precondition(duration >= .zero && duration <= .seconds(3650 * 86_400))
    }

    /// Whole command lines, their words cut at zero bytes: what is wrong is said in one short line.
    static let arguments = FuzzTarget(name: "arguments") { bytes in
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Argument($0) }
        do {
            _ = try Parser.parse(words)
        } catch let error as UsageError {
            precondition(error.message.count < 1000)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Templates: what has no braces passes unchanged.
    static let template = FuzzTarget(name: "template") { bytes in
        guard let template = try? Template(bytes) else { return }
        let quote = PriceQuote(
            price: Decimal(68_901), currency: .usd, timestamp: Date(millisecondsSince1970: 1_761_594_999_123),
            source: "binance")
        for isStale in [false, true] {
            let line = TemplateQuoteFormatter(template, FormatOptions()).line(
                for: DeliveredQuote(quote: quote, isCached: isStale, isStale: isStale, age: Age(.seconds(300))))
            let hasBraces = bytes.contains(UInt8(ascii: "{")) || bytes.contains(UInt8(ascii: "}"))
            precondition(hasBraces || line == bytes)
        }
    }
}
