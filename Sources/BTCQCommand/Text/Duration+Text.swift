import BTCPriceCore

extension Duration {
    /// Two significant digits for a reader: `800ms`, `4.2s`, `90s`, `5m`.
    var roundedText: String {
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

    /// Milliseconds with one decimal, as in `0.7ms`: a response from loopback takes less than one.
    var tenthsText: String {
        let tenths = components.seconds * 10_000 + components.attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)ms"
    }
}
