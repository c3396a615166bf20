import BTCPriceCore

extension Duration {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("ms", 1), ("", 1000), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// Reads `[0-9]+(\.[0-9]+)?(ms|s|m|h|d)?`; without a unit, seconds. Rounded down to milliseconds.
    init(_ text: [UInt8]) throws(UsageError.InvalidValue) {
        let point = UInt8(ascii: ".")
        let number = text.prefix { $0.isDigit || $0 == point }
        let parts = number.split(separator: point, omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }),
            let unit = Self.units.first(where: { $0.name.utf8.elementsEqual(text[number.endIndex...]) })
        else { throw .notADuration }
        // More than 12 digits are more than 3650d in any unit.
        let significant = parts[0].drop { $0 == UInt8(ascii: "0") }
        guard significant.count <= 12 else { throw .durationTooLong }
        // If all digits before the point are zeros, none is significant, and there is no number to read.
        let integer = significant.decimalInteger ?? 0
        let fraction = parts.count == 2 ? parts[1] : []
        // From the last digit to the first. Rounding down at each one gives the same as once at the end.
        let fractionMilliseconds = fraction.reversed().reduce(0) { sum, digit in
            (sum + Int64(digit - UInt8(ascii: "0")) * unit.milliseconds) / 10
        }
        let duration = Duration.milliseconds(unit.milliseconds) * integer + .milliseconds(fractionMilliseconds)
        guard duration <= FetchLimits.maxDuration else { throw .durationTooLong }
        self = duration
    }

    /// At most two significant digits, but whole seconds from 9.95 s on: `800ms`, `4.2s`, `90s`. From two minutes on,
    /// written as an `Age`: `5m`.
    var text: String {
        let milliseconds = max(0, self.milliseconds)
        switch milliseconds {
        case ..<100: return "\(milliseconds)ms"
        case ..<995: return "\((milliseconds + 5) / 10 * 10)ms"
        case ..<9950:
            let tenths = (milliseconds + 50) / 100
            return tenths % 10 == 0 ? "\(tenths / 10)s" : "\(tenths / 10).\(tenths % 10)s"
        case ..<120_000: return "\((milliseconds + 500) / 1000)s"
        default: return "\(Age(self))"
        }
    }
}
