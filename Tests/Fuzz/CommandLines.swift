import BTCPriceCore
import BTCPricePresentation

@testable import BTCQCommand

extension FuzzTarget {
    /// Durations: never negative, never more than 3650 days.
    static let duration = FuzzTarget(name: "duration") { bytes in
        guard let duration = try? DurationParser.duration(bytes) else { return }
        precondition(duration >= .zero && duration <= .seconds(3650 * 86_400))
    }

    /// Whole command lines, their words cut at zero bytes: what is wrong is said in one short line.
    static let arguments = FuzzTarget(name: "arguments") { bytes in
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Argument($0) }
        do throws(UsageError) {
            _ = try Parser.parse(words)
        } catch {
            precondition(error.message.utf8.count < 1000)
            precondition(!TerminalText.escaped(error.message).contains("\n"))
        }
    }

    /// Templates: what has no braces passes unchanged.
    static let template: FuzzTarget = {
        // The digits are right, so there is a price.
        let price = Price("68901.23".utf8).unsafelyUnwrapped
        let quote = PriceQuote(price: price, currency: .usd, pair: "BTCUSDT", timestamp: time, source: "binance")
        return FuzzTarget(name: "template") { bytes in
            guard let template = try? Template(bytes) else { return }
            for isStale in [false, true] {
                let line = TemplateQuoteFormatter(template, FormatOptions()).line(
                    for: DeliveredQuote(quote: quote, isCached: isStale, isStale: isStale, age: Age(.seconds(300))))
                let hasBraces = bytes.contains(UInt8(ascii: "{")) || bytes.contains(UInt8(ascii: "}"))
                precondition(hasBraces || line == bytes)
            }
        }
    }()
}
