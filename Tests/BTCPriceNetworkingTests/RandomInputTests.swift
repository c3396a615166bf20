import Foundation
import Platform
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceCore
@testable import BTCPriceNetworking

/// What the readers of responses and of variables promise, whatever the text.
@Suite struct RandomInputTests {
    @Test(arguments: SeededGenerator.seeds) func httpDate_isTheTimeThatTheTextSays(_ seed: UInt64) {
        let dates = RandomText(
            [
                "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
                "Friday, 27-Nov-26 12:00:00 GMT", "29 feb 2024 23:59:60 +0200", "Fri, 31 Dec 9999 23:59:59 -08:30",
                "1 Jan 1970 0:00:00 UTC",
            ], limits: [12, 24, 31, 60, 70, 100, 1970, 9999])
        withRandomInputs(seed, dates) { input in
            guard let time = Timestamp(httpDate: input) else { return false }
            try check((0...253_402_300_799_999).contains(time.milliseconds), time)
            let text = input.text
            guard !text.contains(/[+]|(^|[\s,])-|60/) else { return true }
            let parts = text.split { !$0.isNumber }
            let numbers = parts.compactMap { Int($0) }
            let said = time.iso8601Seconds.split { !$0.isNumber }.compactMap { Int($0) }
            try check(said.dropFirst(2).allSatisfy(numbers.contains), said)
            let year = said.first ?? -1
            let isShortYear = (1970...2069).contains(year) && numbers.contains(year % 100)
            let isEarlyYear = year == 1970 && parts.contains { $0.count == 4 && $0 < "1970" }
            try check(numbers.contains(year) || isShortYear || isEarlyYear, said)
            return true
        }
    }

    @Test(arguments: SeededGenerator.seeds) func head_hasNoAgeOrDelayOutOfRange(_ seed: UInt64) {
        let heads = RandomText(
            [
                "Date: Mon, 27 Oct 2025 19:56:39 GMT\r\nAge: 7\r\n\r\n", "age:0\nAGE: 9\n\nAge: 12\n",
                "Retry-After: 60\n\n", "Retry-After: 315360001\nretry-after: 7",
                "Retry-After: Mon, 27 Oct 2025 19:57:00 GMT\n\n",
                "Date: Sun, 06-Nov-94 08:49:37 GMT\nDate: Fri, 31 Dec 9999 23:59:59 GMT\nx-amzn-waf-action: challenge\n",
            ], words: ["Date: ", "Age: ", "Retry-After: ", "\nAge: ", "\nDate: "], limits: [3600, 315_360_000])
        // From 1970 to 9999.
        let eon = Duration.seconds(8030 * 366 * 86_400)
        withRandomInputs(seed, heads) { input in
            let lines = input.text.split(omittingEmptySubsequences: false) { $0.isNewline }
            let head = ResponseHead(lines.map(String.init))
            var longer = head
            longer.append(line: "Age: 99".utf8, status: 200)
            try check(longer == head, longer)
            let limit = head.retryAfter.allSatisfy { $0.isDigit } ? Duration.seconds(3650 * 86_400) : eon
            let delay = head.retryDelay(receivedAt: .now)
            try check((delay ?? .zero) <= limit && (delay ?? .zero) >= .zero - eon, delay)
            try check(head.age >= .zero && head.age <= eon, head.age)
            try check(abs(head.clockDifference(receivedAt: .now).milliseconds) <= eon.milliseconds, head)
            let said = lines.prefix { !$0.isEmpty }.last { $0.lowercased().hasPrefix("retry-after:") }
            let isFolded = lines.contains { $0.first == " " || $0.first == "\t" }
            if let delay, !isFolded, let match = said?.wholeMatch(of: /[^:]*:[ \t]*([1-9][0-9]*)[ \t]*/),
                let seconds = Double(match.1)
            {
                try check(delay == .seconds(min(seconds, 3650 * 86_400)), delay)
            }
            return delay != nil || head.date != nil || head.age > .zero
        }
    }

    @Test(arguments: SeededGenerator.seeds) func jsonNumber_isThatOfFoundation(_ seed: UInt64) {
        let numbers = RandomText(["68901.23", "6.890123e4", "1E-8", "-2.31", "0.00", "1234567890.123456789e+10"])
        withRandomInputs(seed, numbers) { input in
            guard case .number(let number)? = try? JSONValue(parsing: input) else { return false }
            let text = number.text
            let (price, change, value) = (
                Price(jsonNumber: number), Change(Percentage(jsonNumber: number)), Double(text) ?? .nan
            )
            // Neither of them has to be read if it has more digits.
            let isLong = number.count > 28
            try check(price != nil || isLong || !(1e-99...1e99).contains(value), value)
            try check(price.map { isNear(Array($0.description.utf8), value) && value > 0 } ?? true, price)
            try check(change != nil || isLong || !(-98.9...9899.9).contains(value) || abs(value) < 1e-99, value)
            let percent = change.flatMap { Double($0.percent) }
            try check(percent.map { abs($0 - value) <= 0.005_000_1 && (-99...9900).contains($0) } ?? true, change)
            let (time, quoted) = (Timestamp(.number(number)), Timestamp(.string(number)))
            try check(time == quoted && (0...253_402_300_799_999).contains(time?.milliseconds ?? 0), time)
            return price != nil || change != nil
        }
    }

    @Test(arguments: SeededGenerator.seeds) func json_isThatOfFoundation(_ seed: UInt64) {
        let texts = RandomText(
            [
                #"{"a":1,"b":[true,false,null],"c":{"a":-1.5e+3}}"#, #"{"a":1,"b":2,"c":3,"d":4}"#,
                #"[1, 0.5,"x\u0041\ud83d\ude00\n", [], {}]"#,
                #" {"":"","\u00e9":"é", "a\\":[[[[1]]]]} "#, #""\"\\\/\b\f""#, #""\u0041\n\u00e9\\""#, "12", "null",
            ], words: [#"\ud800"#, #"\udc00"#, #""a""#, ",\"a\":1", "[", "]", "{", "}", "01", "1.", "nul"], limits: [32]
        )
        withRandomInputs(seed, texts) { input in
            guard let value = try? JSONValue(parsing: input) else { return false }
            guard let other = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed) else {
                // Foundation has no number that large, or that exact.
                try check(value.testDescription.contains(/[0-9]{17}|[eE][+-]?[0-9]{3}/), value)
                return true
            }
            try check(value.isSame(as: other), (value, other))
            return true
        }
    }

    @Test(arguments: SeededGenerator.seeds) func proxy_isNamedWithoutItsPassword(_ seed: UInt64) {
        let proxies = RandomText(
            [
                "http://user:S3CRET@proxy:3128", "S3CRET@127.0.0.1:9050/", "us er:S3CRET@[::1]:80", "u:a@S3CRET@a-b.c.",
                "https://S3CRET@proxy/x?y#z", "host", "http://S3CRET/x@proxy:1",
            ], words: ["@", "/", "://", "[", "]", "?", "#", "%40", "S3CRET", "@@"])
        withRandomInputs(seed, proxies.next) { input in
            guard let proxy = ProxyVariable(Environment { $0 == "https_proxy" ? input : nil }) else { return false }
            let (text, host) = (proxy.text, input.split(separator: UInt8(ascii: "@")).last ?? [])
            try check(host.text.contains("S3CRET") || !text.contains("S3CRET"), text)
            try check(text.wholeMatch(of: /https_proxy( is set|=[A-Za-z0-9.:\[\]-]{1,256}…?)/) != nil, text)
            return text.contains("=")
        }
    }

    @Test(arguments: SeededGenerator.seeds) func baseURL_isHTTPSOrOfThisMachine(_ seed: UInt64) {
        let urls = RandomText(
            [
                "https://api.example.com/a/", "http://127.0.0.1:80", "HTTP://LocalHost:9/x/", "http://[::1]:8080",
                "https://u:p@h/?q#f",
            ],
            words: ["http", "https", "://", "@", "?", "#", "\\", "%", "evil.com", "127.0.0.1", "localhost"])
        withRandomInputs(seed, urls.next) { input in
            let parts = URLText(input)
            let whole = parts.scheme.isEmpty ? parts.rest.count : parts.scheme.count + 3 + parts.rest.count
            try check(whole == input.count || input.starts(with: "://".utf8), parts)
            guard let url = try? BaseURL.checked(input, from: "V") else { return false }
            try check(url.allSatisfy { !"@?# ".contains($0) }, url)
            try check((try? BaseURL.checked(Array(url.utf8), from: "V")) == url, url)
            // Foundation reads fewer, and in its own way.
            if url.hasPrefix("http://"), let host = URLComponents(string: url)?.host {
                try check(host.wholeMatch(of: /(?i)localhost|127\.[0-9]+\.[0-9]+\.[0-9]+|\[?::1\]?/) != nil, host)
            }
            return true
        }
    }

    /// An input is the number of a case, a head and a body.
    @Test(arguments: SeededGenerator.seeds) func quote_isNewAndHasTheDigitsOfTheBody(_ seed: UInt64) throws {
        let recorded = RecordedCase.all.map { ($0.source, $0.response.status, $0.time, try? $0.response.body) }
        let cases = recorded + SourceCase.all.map { ($0, 200, .now, try? $0.body()) }
        let bodies = cases.map { RandomText([String(decoding: $0.3 ?? [], as: UTF8.self)]) }
        let heads = RandomText(
            ["", "Age: 3", "Age: 901", "Date: Mon, 27 Oct 2025 19:56:39 GMT", "Retry-After: 7"], limits: [900, 3600])
        let separator = UInt8(ascii: "|")
        let input: (inout SeededGenerator) -> [UInt8] = { random in
            let number = Int.random(in: cases.indices, using: &random)
            let parts = [Array("\(number)".utf8), heads.next(&random), bodies[number].next(&random)]
            return Array(parts.joined(separator: [separator]))
        }
        withRandomInputs(seed, input) { input in
            let parts = input.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false)
            let (source, status, now, _) = cases[Int(try #require(parts[0].decimalInteger))]
            let (lines, body) = (parts[1].text.split(separator: "\n").map(String.init), Array(parts[2]))
            switch source.quote(in: body, status: status, headers: lines, receivedAt: now) {
            case .success(let quote):
                let digits = significantDigits(of: quote.price.description)
                let numbers = body.text.split { !"0123456789.eE+-".contains($0) }
                    .map { significantDigits(of: String($0.prefix { !"eE".contains($0) })) }
                try check(numbers.contains(digits) || body.contains(UInt8(ascii: "\\")), digits)
                try check(quote.timestamp == now && quote.pair == source.pair.name, quote)
                let head = ResponseHead(lines)
                let ages = source.time(in: body).flatMap { Timestamp($0) }.map { time in
                    [now, head.date ?? now].map { abs(($0 - time).milliseconds) }
                }
                try check(head.age <= .seconds(900) && (ages?.min() ?? 0) <= 900_000, ages)
                return true
            case .failure(.rateLimited(_, let time, let duration)):
                var limits = RateLimitTable()
                limits.add([.failure(.binance, .rateLimited(at: time, for: duration))], at: now)
                let delay = limits.timeLeft(of: .binance, at: now) ?? .zero
                try check(delay >= .seconds(1) && delay <= .seconds(3600), delay)
                return false
            case .failure(let error):
                try check(TerminalText.escaped("\(error)").utf8.count < 1000, error)
                return false
            }
        }
    }
}

/// Whether this is the number, in the digits that a `Double` has.
private func isNear(_ text: [UInt8], _ value: Double) -> Bool {
    abs((Double(text.text) ?? .nan) - value) <= abs(value) / 1e12
}

extension JSONValue {
    /// Whether Foundation has read the same.
    fileprivate func isSame(as other: Any) -> Bool {
        switch (self, other) {
        case (.null, is NSNull): true
        case (.bool(let isTrue), let other as Bool): other == isTrue
        case (.number(let text), let other as NSNumber): isNear(text, other.doubleValue)
        case (.string(let text), let other as String): other.utf8.elementsEqual(text)
        case (.array(let elements), let others as [Any]):
            elements.count == others.count && zip(elements, others).allSatisfy { $0.isSame(as: $1) }
        case (.object(let members), let others as [String: Any]):
            members.count == others.count
                && members.allSatisfy { others[String(decoding: $0.key, as: UTF8.self)].map($0.value.isSame) == true }
        default: false
        }
    }
}
