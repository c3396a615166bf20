import BTCPriceCore

/// The headers of the final response that this program uses. The status is not read here: libcurl reports it.
struct ResponseHead: Equatable, Sendable {
    /// Longer than any rate limit. A larger number of seconds, or one with too many digits, counts as this.
    private static let maxRetrySeconds: Int64 = 86_400

    /// Whether the empty line after the headers of the final response has been received.
    private(set) var isComplete = false
    /// The server's time.
    var date: Timestamp?
    /// The value of `Retry-After`; empty if there is none.
    var retryAfter: [UInt8] = []

    /// Takes one line, with or without its line end.
    ///
    /// - Parameter status: of the response that the line belongs to. The headers of an interim response (1xx) are
    ///   dropped.
    mutating func append(line: some Collection<UInt8>, status: Int) {
        // A trailer is not part of the head.
        guard !isComplete else { return }
        let line = Self.trimmed(Array(line)[...])
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        let value = Self.trimmed(line[name.endIndex...].dropFirst())
        if line.isEmpty {
            if status < 200 { self = ResponseHead() } else { isComplete = true }
        } else if name.equalsIgnoringCase("date") {
            date = Timestamp(httpDate: value)
        } else if name.equalsIgnoringCase("retry-after") {
            retryAfter = Array(value)
        }
    }

    /// How long the server asks to wait (RFC 9110, 10.2.3); nil if it does not say so in a form that can be used.
    ///
    /// - Parameter now: the user's time, for a response without a date of its own.
    func retryDelay(receivedAt now: Timestamp) -> Duration? {
        if !retryAfter.isEmpty, retryAfter.allSatisfy(\.isDigit) {
            return .seconds(min(retryAfter.decimalInteger ?? Self.maxRetrySeconds, Self.maxRetrySeconds))
        }
        return Timestamp(httpDate: retryAfter).map { $0 - (date ?? now) }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
