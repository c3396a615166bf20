/// A number of decimals that the user gives: the value of `--decimals`, or the N of a placeholder such as `{sats:N}`.
package struct Decimals: Equatable, Sendable {
    package static let range = 0...8

    /// `0 to 8`
    package static var rangeText: String { "\(range.lowerBound) to \(range.upperBound)" }

    package let count: Int

    /// Reads one ASCII digit; nil for a digit out of range, and for any other text.
    package init?(_ text: some Collection<UInt8>) {
        guard text.count == 1, let count = text.decimalInteger, Self.range.contains(Int(count)) else { return nil }
        self.count = Int(count)
    }
}
