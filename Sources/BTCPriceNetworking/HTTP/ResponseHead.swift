import BTCPriceCore

/// The headers of the final response that this program uses. The status is not read here: libcurl reports it.
struct ResponseHead: Equatable, Sendable {
    /// What `Retry-After` asks for (RFC 9110, 10.2.3).
    enum RetryAfter: Equatable, Sendable {
        case seconds(Int64)
        case date(Timestamp)
    }

    /// Longer than any back-off. A larger number of seconds, or one with too many digits, counts as this.
    private static let maxRetrySeconds: Int64 = 86_400

    /// Whether the empty line after the headers of the final response has been received.
    private(set) var isComplete = false
    /// The server's time.
    var date: Timestamp?
    var retryAfter: RetryAfter?

    /// Takes one line, with or without its line end.
    ///
    /// - Parameter status: of the response that the line belongs to. The headers of an interim response (1xx) are dropped.
    mutating func append(line: some Collection<UInt8>, status: Int) {
        // A trailer is not part of the head.
        guard !isComplete else { return }
        let line = Self.trimmed(Array(line)[...])
        if line.isEmpty {
            if status < 200 { self = ResponseHead() } else { isComplete = true }
        } else if let value = Self.value(of: "date", in: line) {
            date = Timestamp(httpDate: value)
        } else if let value = Self.value(of: "retry-after", in: line) {
            retryAfter = Self.retryAfter(value)
        }
    }

    /// How long the server asks to wait; nil if it does not say so in a form that can be used.
    ///
    /// - Parameter now: the user's time, for a response without a date of its own.
    func retryDelay(receivedAt now: Timestamp) -> Duration? {
        switch retryAfter {
        case .seconds(let seconds): .seconds(seconds)
        case .date(let end): end - (date ?? now)
        case nil: nil
        }
    }

    private static func retryAfter(_ value: ArraySlice<UInt8>) -> RetryAfter? {
        if !value.isEmpty, value.allSatisfy(\.isDigit) {
            return .seconds(min(value.decimalInteger ?? maxRetrySeconds, maxRetrySeconds))
        }
        return Timestamp(httpDate: value).map(RetryAfter.date)
    }

    private static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].equalsIgnoringCase(name) else {
            return nil
        }
        return trimmed(line[(colon + 1)...])
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
