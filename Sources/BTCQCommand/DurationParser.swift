import BTCPriceCore

/// Reads durations: `[0-9]+(\.[0-9]+)?(ms|s|m|h|d)?`, seconds without a unit, at most 3650d.
enum DurationParser {
    private static let max = Duration.seconds(3650 * 86_400)
    private static let milliseconds: [(unit: String, count: Int64)] = [
        ("ms", 1), ("", 1000), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    static func duration(_ text: [UInt8]) throws(UsageError) -> Duration {
        guard let duration = read(text) else { throw UsageError("not a duration such as 800ms, 5s, 10m, 2h or 1d") }
        guard duration <= max else { throw UsageError("not a duration of at most 3650d") }
        return duration
    }

    static func positive(_ text: [UInt8]) throws(UsageError) -> Duration {
        let duration = try duration(text)
        guard duration > .zero else { throw UsageError("not a duration of more than 0") }
        return duration
    }

    /// Exact to the nanosecond, finer digits dropped; what is beyond counting comes back as more than is allowed.
    private static func read(_ text: [UInt8]) -> Duration? {
        let whole = text.prefix(while: DecimalDigits.isDigit)
        var rest = text[whole.endIndex...]
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: DecimalDigits.isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        guard !whole.isEmpty, let unit = milliseconds.first(where: { $0.unit.utf8.elementsEqual(rest) }) else {
            return nil
        }
        // Ten digits of seconds are three hundred years.
        let digits = whole.drop { $0 == UInt8(ascii: "0") }
        guard digits.count <= 12, let count = digits.isEmpty ? 0 : Timestamp.number(digits) else { return max * 2 }
        let nanoseconds = nanoseconds(fraction.prefix(15), of: unit.count)
        return .milliseconds(unit.count) * count + .nanoseconds(nanoseconds)
    }

    /// The nanoseconds of a fraction of so many milliseconds, rounded down; the product is wider than 64 bits.
    private static func nanoseconds(_ digits: ArraySlice<UInt8>, of milliseconds: Int64) -> Int64 {
        let denominator = digits.reduce(Int64(1)) { value, _ in value * 10 }
        let product = (Timestamp.number(digits) ?? 0).multipliedFullWidth(by: milliseconds * 1_000_000)
        return denominator.dividingFullWidth(product).quotient
    }
}
