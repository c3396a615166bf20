/// The number of decimals that a price is printed with.
package struct Decimals: Equatable, Sendable {
    package static let range = 0...8

    /// `0 to 8`
    package static var rangeText: String { "\(range.lowerBound) to \(range.upperBound)" }

    package let count: Int

    /// One decimal digit; nil for any other text, and for a number out of range.
    package init?(_ text: some Collection<UInt8>) {
        guard text.count == 1, let count = text.decimalInteger, Self.range.contains(Int(count)) else { return nil }
        self.count = Int(count)
    }
}
