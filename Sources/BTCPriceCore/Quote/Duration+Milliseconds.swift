extension Duration {
    /// Rounded toward zero.
    package var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// With one decimal, rounded down: `0.7ms`. Not for negative durations.
    package var millisecondsText: String {
        let tenths = components.seconds * 10_000 + components.attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)ms"
    }
}
