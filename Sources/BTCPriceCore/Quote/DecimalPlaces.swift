/// A number of decimals that the user gives, with `--decimals` or in a placeholder such as `{sats:N}`.
package struct DecimalPlaces: Equatable, Sendable {
    package static let range = 0...8

    package static var rangeText: String { "\(range.lowerBound) to \(range.upperBound)" }

    package let count: Int

    /// Accepts one ASCII digit in the range.
    package init?(_ text: some Collection<UInt8>) {
        guard text.count == 1, let count = text.decimalInteger, Self.range.contains(Int(count)) else { return nil }
        self.count = Int(count)
    }
}
