import BTCPriceCore

extension Duration {
    /// Rounded to two significant digits, or from 9.95 s to seconds: `800ms`, `4.2s`, `90s`. From two minutes, as an age: `5m`.
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

    /// Milliseconds with one decimal, rounded down, as in `0.7ms`.
    var millisecondsText: String {
        let tenths = components.seconds * 10_000 + components.attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)ms"
    }
}
