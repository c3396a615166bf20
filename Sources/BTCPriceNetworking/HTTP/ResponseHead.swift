import BTCPriceCore

/// The headers of the final response that this program uses. The status is not read here: libcurl reports it.
package struct ResponseHead: Equatable, Sendable {
    /// A larger number of seconds, or one with too many digits, is read as this, which is longer than any rate limit lasts, and
    /// than any price stays valid.
    private static let maxSeconds: Int64 = 3650 * 86_400

    /// Whether the empty line after the headers of the final response has been received.
    package private(set) var isComplete = false
    /// The header `Date`, of the source's clock; the latest time if there are several; nil if there is none that can be read.
    private(set) var date: Timestamp?
    /// How long an HTTP cache has kept the response (RFC 9111, 5.1); the longest time if there are several; zero if there is
    /// none.
    private(set) var age = Duration.zero
    /// The value of `Retry-After`; the last one if there are several; empty if there is none.
    private(set) var retryAfter: [UInt8] = []
    /// Whether AWS's firewall has sent the response in place of the source (`x-amzn-waf-action`).
    private(set) var isOfFirewall = false

    package init() {}

    /// Takes one line, with or without its line end.
    ///
    /// - Parameter status: of the response that the line belongs to. The headers of an interim response (1xx) are
    ///   dropped.
    package mutating func append(line: some Collection<UInt8>, status: Int) {
        // Ignores trailers, which are not part of the head, and a line that begins with a space, which continues the line before.
        guard !isComplete, line.first != 0x20, line.first != 0x09 else { return }
        let line = Self.trimmed(Array(line)[...])
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        let value = Self.trimmed(line[name.endIndex...].dropFirst())
        if line.isEmpty {
            if status < 200 { self = ResponseHead() } else { isComplete = true }
        } else if name.equalsIgnoringCase("date") {
            date = [date, Timestamp(httpDate: value)].compactMap { $0 }.max()
        } else if name.equalsIgnoringCase("age") {
            age = max(age, Self.seconds(value) ?? .zero)
        } else if name.equalsIgnoringCase("retry-after") {
            retryAfter = Array(value)
        } else if name.equalsIgnoringCase("x-amzn-waf-action") {
            isOfFirewall = true
        }
    }

    /// How long the server asks to wait (RFC 9110, 10.2.3), negative for a date in the past; nil if it does not say so in a form
    /// that can be used.
    ///
    /// - Parameter now: the time of receipt by the user's clock, for a response without the header `Date`.
    func retryDelay(receivedAt now: Timestamp) -> Duration? {
        Self.seconds(retryAfter) ?? Timestamp(httpDate: retryAfter).map { $0 - (date ?? now) }
    }

    /// How much the source's clock is ahead of this machine's, negative if it is behind; zero if that is not certain: without a
    /// `Date`, or if the response may be just as old in an HTTP cache as its `Date` is.
    func clockDifference(receivedAt now: Timestamp) -> Duration {
        guard let date else { return .zero }
        let atSending = date - now
        return atSending > .zero ? atSending : min(.zero, atSending + age)
    }

    /// A number of whole seconds; nil for any other text.
    private static func seconds(_ text: some Collection<UInt8>) -> Duration? {
        guard !text.isEmpty, text.allSatisfy({ $0.isDigit }) else { return nil }
        return .seconds(min(text.decimalInteger ?? maxSeconds, maxSeconds))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}

extension Timestamp {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date as HTTP servers send it (IMF-fixdate, RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Rearranges it for `init(iso8601:)`, which checks digits and ranges. The name of the day is not checked, and a fraction of
    /// a second is rejected.
    init?(httpDate text: some Collection<UInt8>) {
        let parts = Array(text).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].count == 4, parts[0].last == UInt8(ascii: ","),
            let monthIndex = Self.months.firstIndex(where: { parts[2].elementsEqual($0.utf8) }),
            parts[4].count == 8, parts[5].elementsEqual("GMT".utf8)
        else { return nil }
        let month = monthIndex < 9 ? "0\(monthIndex + 1)" : "\(monthIndex + 1)"
        self.init(
            iso8601: parts[3] + Array("-\(month)-".utf8) + parts[1] + Array("T".utf8) + parts[4] + Array("Z".utf8))
    }
}
