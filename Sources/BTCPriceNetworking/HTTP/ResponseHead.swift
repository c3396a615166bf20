import BTCPriceCore

/// The headers of the final response that are used here. The status comes from libcurl.
package struct ResponseHead: Equatable, Sendable {
    /// A larger number is read as this, which is longer than any rate limit, and than any age at which a price is
    /// accepted.
    private static let maxSeconds: Int64 = 3650 * 86_400

    /// The empty line after the headers has come.
    private(set) var isComplete = false
    /// By the clock of the source, or of a mirror, a proxy or a cache. The latest, if there are several.
    private(set) var date: Timestamp?
    /// The earliest, if there are several: one may be that of the original response, and the other that of an HTTP
    /// cache.
    private var earliestDate: Timestamp?
    /// How long HTTP caches have kept the response (RFC 9111, 5.1); the longest, if there are several.
    private(set) var age = Duration.zero
    /// The last one, if there are several; empty if there is none.
    private(set) var retryAfter: [UInt8] = []
    /// AWS's firewall has responded, not the source (`x-amzn-waf-action`).
    private(set) var isFromFirewall = false

    /// A header that the next line may continue.
    private var unfinished: [UInt8] = []

    /// Takes one line, with or without its line end.
    ///
    /// - Parameter status: of this response. Headers of interim ones (1xx) are dropped.
    mutating func append(line: some Collection<UInt8>, status: Int) {
        // Trailers are not part of the head.
        guard !isComplete else { return }
        let text = Array(line)[...].trimmed
        if line.first == 0x20 || line.first == 0x09 {
            unfinished += [0x20] + text
            return
        }
        take(unfinished[...])
        unfinished = Array(text)
        guard text.isEmpty else { return }
        if status < 200 { self = ResponseHead() } else { isComplete = true }
    }

    private mutating func take(_ header: ArraySlice<UInt8>) {
        let name = header.prefix { $0 != UInt8(ascii: ":") }
        let value = header[name.endIndex...].dropFirst().trimmed
        if name.equalsIgnoringCase("date") {
            guard let new = Timestamp(httpDate: Array(value)) else { return }
            date = max(date ?? new, new)
            earliestDate = min(earliestDate ?? new, new)
        } else if name.equalsIgnoringCase("age") {
            // RFC 9111 allows only whole seconds, but lists, fractions and units are sent; the largest number counts.
            for member in value.split(separator: UInt8(ascii: ",")) {
                age = max(age, Self.seconds(member.trimmed.prefix { $0.isDigit }) ?? .zero)
            }
        } else if name.equalsIgnoringCase("retry-after") {
            retryAfter = Array(value)
        } else if name.equalsIgnoringCase("x-amzn-waf-action") {
            isFromFirewall = true
        }
    }

    /// Zero unless there are two.
    var timeBetweenDates: Duration {
        guard let date, let earliestDate else { return .zero }
        return date - earliestDate
    }

    /// How long the server asks to wait (RFC 9110, 10.2.3), negative for a date in the past; nil if it does not say, or
    /// if that cannot be read.
    ///
    /// - Parameter now: by this machine's clock, for a response without `Date`.
    func retryDelay(receivedAt now: Timestamp) -> Duration? {
        Self.seconds(retryAfter) ?? Timestamp(httpDate: retryAfter).map { $0 - (date ?? now) }
    }

    /// A lower bound of the source's time minus this machine's; zero without a `Date`.
    ///
    /// If an HTTP cache has kept the response, its `Date` is old for that reason, so its `Age` is added to a negative
    /// difference, up to zero.
    func clockDifference(receivedAt now: Timestamp) -> Duration {
        guard let date else { return .zero }
        let atSending = date - now
        return atSending > .zero ? atSending : min(.zero, atSending + age)
    }

    /// Whole seconds; nil for other text.
    private static func seconds(_ text: some Collection<UInt8>) -> Duration? {
        guard !text.isEmpty, text.allSatisfy({ $0.isDigit }) else { return nil }
        let significant = text.drop { $0 == UInt8(ascii: "0") }
        return significant.isEmpty ? .zero : .seconds(min(significant.decimalInteger ?? maxSeconds, maxSeconds))
    }
}
