extension Duration {
    /// Whole milliseconds, rounded down.
    public var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// Two significant digits for a reader: `5s`, `4.2s`, `800ms`, `90s`.
    public var brief: String {
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
