import BTCPriceCore

/// The head of an answer, line by line: what counts of it is what the final answer says, not an interim one before it.
struct ResponseHead: Equatable {
    /// More than anybody waits: what is longer, or beyond counting, is as good.
    private static let maxRetrySeconds: Int64 = 86_400

    /// 0 before the first line.
    private(set) var status = 0
    /// Whether the empty line behind the final answer's headers has come.
    private(set) var isComplete = false
    /// The answer's own time of day.
    private(set) var date: Timestamp?
    private var retryAfterValue: [UInt8]?

    /// Takes one line, with or without its line end.
    mutating func take(line: some Collection<UInt8>) {
        let line = Self.trimmed(Array(line)[...])
        if line.starts(with: "HTTP/".utf8) {
            self = ResponseHead()
            status = Self.status(in: line)
        } else if line.isEmpty {
            isComplete = status >= 200
        } else if let value = Self.value(of: "date", in: line) {
            date = Timestamp(httpDate: value)
        } else if let value = Self.value(of: "retry-after", in: line) {
            retryAfterValue = Array(value)
        }
    }

    /// What `Retry-After` asks for (RFC 9110, 10.2.3); nil where it names neither seconds nor a date.
    var retryAfter: RetryAfter? {
        guard let value = retryAfterValue else { return nil }
        if !value.isEmpty, value.allSatisfy(DecimalDigits.isDigit) {
            return .seconds(min(Timestamp.number(value[...]) ?? Self.maxRetrySeconds, Self.maxRetrySeconds))
        }
        return Timestamp(httpDate: value).map(RetryAfter.date)
    }

    private static func status(in line: ArraySlice<UInt8>) -> Int {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count > 1, words[1].count == 3, let status = Timestamp.number(words[1]) else { return 0 }
        return Int(status)
    }

    /// The value of a header whose name, in lower case, is given.
    private static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let isNamed = line[..<colon].lazy.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 }
            .elementsEqual(name.utf8)
        return isNamed ? trimmed(line[(colon + 1)...]) : nil
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
