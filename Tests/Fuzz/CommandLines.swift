import BTCPriceCore
import BTCPricePresentation
import Platform
import SampleValues

@testable import btcq

extension FuzzTarget {
    /// Times in all notations: those that are read, read the same when they are written.
    static let time = FuzzTarget(name: "time") { bytes in
        let times = [Timestamp(iso8601: bytes), Timestamp(since1970: bytes)].compactMap(\.self)
        // From this second on, in the year 5138, a number is one of milliseconds.
        for time in times where time.seconds < 100_000_000_000 {
            precondition(Timestamp(iso8601: Array(time.iso8601Milliseconds.utf8)) == time)
            precondition(Timestamp(since1970: "\(time.milliseconds / 1000)".utf8)?.seconds == time.seconds)
        }
        let isNumber = bytes.first?.isDigit == true && bytes.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
        precondition(isNumber || Timestamp(since1970: bytes) == nil)
    }

    /// Durations: never negative, never more than 3650 days.
    static let duration = FuzzTarget(name: "duration") { bytes in
        guard let duration = try? DurationParser.duration(bytes) else { return }
        precondition(duration >= .zero && duration <= .seconds(3650 * 86_400))
    }

    /// Command lines, their arguments separated by zero bytes: a usage error is one short line and a hint.
    static let arguments = FuzzTarget(name: "arguments") { bytes in
        let arguments = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        do throws(UsageError) {
            _ = try Parser.parse(arguments)
        } catch {
            let (message, hint) = (error.message { _ in false }, error.hint(nil))
            precondition(message.utf8.count < 1000 && !hint.isEmpty)
            precondition(!TerminalText.escaped(message).contains("\n"))
        }
    }

    /// Configuration files: they set only what is fetched, and a mistake has its place.
    static let configuration = FuzzTarget(name: "configuration") { bytes in
        do throws(UsageError) {
            var options = try Parser.parse(ConfigurationFile(Path(Array("/c".utf8)), bytes))
            (options.sources, options.timeout, options.maxTime) = (SourceChoice(), nil, nil)
            precondition("\(options)" == "\(RunOptions())")
        } catch {
            let message = error.message { _ in false }
            precondition(message.hasPrefix("/c:") && message.utf8.count < 1000)
            precondition(!TerminalText.escaped(message).contains("\n"))
        }
    }

    /// Templates: text without braces passes unchanged.
    static let template =
        FuzzTarget(name: "template") { bytes in
            guard let template = try? Template(bytes) else { return }
            for freshness in [DeliveredQuote.Freshness.live, .fresh, .stale] {
                let delivered = DeliveredQuote.sample(before: "67345.10", freshness, age: 300)
                let line = QuoteFormatter.template(template).text(delivered, nil)
                let hasBraces = bytes.contains(UInt8(ascii: "{")) || bytes.contains(UInt8(ascii: "}"))
                precondition(hasBraces || line == bytes)
            }
        }
}
