import BTCPriceCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A positive number as its decimal digits. FoundationEssentials neither rounds a `Decimal` nor formats it.
struct DecimalText: CustomStringConvertible {
    /// At least one digit.
    private(set) var whole: String
    private(set) var fraction: String

    init(_ number: Decimal) {
        let parts = PriceDigits.text(of: number).split(separator: ".", maxSplits: 1)
        whole = parts.first.map(String.init) ?? "0"
        fraction = parts.count > 1 ? String(parts[1]) : ""
    }

    var isZero: Bool { (whole + fraction).utf8.allSatisfy { $0 == UInt8(ascii: "0") } }

    var description: String { fraction.isEmpty ? whole : "\(whole).\(fraction)" }

    /// The number with exactly so many decimals; halves go to the even neighbour.
    func rounded(to decimals: Int) -> DecimalText {
        let kept = String(fraction.prefix(decimals))
        let dropped = fraction.dropFirst(decimals)
        var result = self
        result.fraction = kept + String(repeating: "0", count: decimals - kept.utf8.count)
        let last = (whole + kept).utf8.last ?? UInt8(ascii: "0")
        let isHalf = dropped.first == "5" && dropped.dropFirst().allSatisfy { $0 == "0" }
        let goesUp = isHalf ? last % 2 == 1 : dropped.first.map { $0 >= "5" } ?? false
        return goesUp ? result.incremented() : result
    }

    /// The same number without zeros at the tail of its fraction, as long as `fewest` decimals stay.
    func droppingZeros(downTo fewest: Int) -> DecimalText {
        var result = self
        while result.fraction.utf8.count > fewest, result.fraction.utf8.last == UInt8(ascii: "0") {
            result.fraction.removeLast()
        }
        result.fraction += String(repeating: "0", count: max(0, fewest - result.fraction.utf8.count))
        return result
    }

    /// One more in the last place.
    private func incremented() -> DecimalText {
        var digits = Array((whole + fraction).utf8)
        var index = digits.count - 1
        while index >= 0, digits[index] == UInt8(ascii: "9") {
            digits[index] = UInt8(ascii: "0")
            index -= 1
        }
        if index >= 0 { digits[index] += 1 } else { digits.insert(UInt8(ascii: "1"), at: 0) }
        var result = self
        let wholeCount = digits.count - fraction.utf8.count
        result.whole = String(decoding: digits[..<wholeCount], as: UTF8.self)
        result.fraction = String(decoding: digits[wholeCount...], as: UTF8.self)
        return result
    }
}
