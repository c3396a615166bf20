/// Reads durations: `[0-9]+(\.[0-9]+)?(ms|s|m|h|d)?`, seconds without a unit, at most 3650d.
enum DurationParser {
    private static let longest = Duration.seconds(3650 * 86_400)
    private static let nanoseconds: [String: Int64] = [
        "ms": 1_000_000, "": 1_000_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
        "h": 3_600_000_000_000, "d": 86_400_000_000_000,
    ]

    static func duration(_ argument: Argument) throws(ValueError) -> Duration {
        guard let duration = read(argument.text) else {
            throw ValueError(expected: "a duration such as 800ms, 5s, 10m, 2h or 1d")
        }
        guard duration <= longest else { throw ValueError(expected: "a duration of at most 3650d") }
        return duration
    }

    static func positive(_ argument: Argument) throws(ValueError) -> Duration {
        let duration = try duration(argument)
        guard duration > .zero else { throw ValueError(expected: "a duration of more than 0") }
        return duration
    }

    /// Exact to the nanosecond, finer digits dropped; what is beyond counting comes back as the most there is.
    private static func read(_ text: String) -> Duration? {
        let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        var rest = text[...].utf8
        let whole = rest.prefix(while: isDigit)
        rest = rest[whole.endIndex...]
        var fraction = Substring().utf8
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        guard !whole.isEmpty, let unit = nanoseconds[String(Substring(rest))] else { return nil }
        guard let count = Int64(Substring(whole)), count <= Int64.max / 2 / unit else { return .seconds(Int64.max / 2) }
        let digits = fraction.prefix(9)
        let part = digits.reduce(Int128(0)) { $0 * 10 + Int128($1 - UInt8(ascii: "0")) } * Int128(unit)
        let scale = digits.reduce(Int128(1)) { scale, _ in scale * 10 }
        return .nanoseconds(count * unit + Int64(part / scale))
    }
}
