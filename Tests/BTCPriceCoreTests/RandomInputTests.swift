import Foundation
import TestSupport
import Testing

@testable import BTCPriceCore

/// What the readers of numbers and times promise, whatever the text.
@Suite struct RandomInputTests {
    @Test(arguments: SeededGenerator.seeds) func price_hasTheDigitsOfTheText(_ seed: UInt64) {
        let texts = RandomText(["68901.23", "0.00000001", "85864.00", "1234567890123456789012345678", "0012.50", "7"])
        withRandomInputs(seed, texts) { input in
            let text = input.text
            let isNumber = text.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil
            let isPrice = isNumber && (1...28).contains(significantDigits(of: text).utf8.count) && input.count < 100
            let price = Price(input)
            try check((price != nil) == isPrice || input.count >= 100, price)
            guard let price else { return false }
            let (digits, decimal) = (price.description, Decimal(string: price.description))
            try check(significantDigits(of: digits) == significantDigits(of: text), digits)
            try check(decimal == Decimal(string: text) && Price(digits.utf8) == price, digits)
            return true
        }
    }

    @Test(arguments: SeededGenerator.seeds) func change_isReadOnlyAsItIsWritten(_ seed: UInt64) {
        let texts = RandomText(["2.31", "-0.42", "0.00", "9900.00", "-99.00"], limits: [99, 100, 9900])
        withRandomInputs(seed, texts) { input in
            guard let change = Change(input) else { return false }
            let text = input.text
            try check(change.percent == text, change)
            try check((-99...9900).contains(Double(text) ?? .nan), change)
            try check(change.isDown == text.hasPrefix("-") && !(change.isUp && change.isDown), change)
            return true
        }
    }

    @Test(arguments: SeededGenerator.seeds) func iso8601_isTheTimeThatTheTextSays(_ seed: UInt64) {
        let texts = RandomText(
            [
                "2025-10-27T19:56:39Z", "2025-10-27t19:56:39.5Z", "1970-01-01 00:00:00",
                "9999-12-31T23:59:59.999999z", "2026-11-27 12:00:00.07-03:30",
                "2024-02-29T23:59:60+02:00", "2025-01-01T00:00:00-0830", "2000-12-31T00:00:00+09",
            ], limits: [12, 24, 31, 60, 1970])
        withRandomInputs(seed, texts) { input in
            guard let time = Timestamp(iso8601: input) else { return false }
            try check(Timestamp.all.contains(time), time)
            // Without its zone, it is the time of day there.
            let zone = input.dropFirst("2025-10-27".utf8.count).drop { !"+-Zz".utf8.contains($0) }
            let local = try #require(Timestamp(iso8601: Array(input.dropLast(zone.count))))
            let digits = zone.filter { $0.isDigit } + "0000".utf8
            let minutes = (digits.prefix(2).decimalInteger ?? 0) * 60 + (digits[2..<4].decimalInteger ?? 0)
            let offset = Duration.seconds(60 * (zone.first == UInt8(ascii: "-") ? -minutes : minutes))
            try check(local - time == offset || time == Timestamp.all.upperBound, time)
            let isSecond60 = input[17] == UInt8(ascii: "6")
            let written = String(decoding: input.prefix(19), as: UTF8.self).replacing(/[t ]/, with: "T")
            try check(isSecond60 || local.iso8601Seconds == "\(written)Z", local.iso8601Seconds)
            let fraction = String(decoding: input.dropFirst(20).dropLast(zone.count), as: UTF8.self)
            try check(Int("\(fraction)000".prefix(3)) == Int(local.milliseconds % 1000) || isSecond60, time)
            return true
        }
    }

    @Test(arguments: SeededGenerator.seeds) func since1970_isInTheUnitThatItsSizeFits(_ seed: UInt64) {
        let texts = RandomText(
            ["1761594999", "1761594999.1239", "1761594999123", "1761594999123456", "0.001"],
            limits: [100_000_000_000, 100_000_000_000_000, 100_000_000_000_000_000, 253_402_300_799])
        withRandomInputs(seed, texts) { input in
            guard let number = Price(input)?.digits, let value = Decimal(string: number.description) else {
                return false
            }
            let time = Timestamp(since1970: number)
            try check((time == nil) == (value >= 100_000_000_000_000_000), time)
            guard let time else { return false }
            let milliseconds =
                value < 100_000_000_000 ? value * 1000 : value < 100_000_000_000_000 ? value : value / 1000
            let error = min(milliseconds, 253_402_300_799_999) - Decimal(time.milliseconds)
            try check(Timestamp.all.contains(time) && error >= 0 && error < 1, time)
            return true
        }
    }
}

extension Timestamp {
    /// From 1970 to 9999.
    fileprivate static let all = Timestamp(milliseconds: 0)...Timestamp(milliseconds: 253_402_300_799_999)
}
