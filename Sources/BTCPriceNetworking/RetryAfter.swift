/// The `Retry-After` header (RFC 9110, 10.2.3) where it counts seconds.
enum RetryAfter {
    /// More than anybody waits.
    static let mostSeconds: Int64 = 86_400

    /// The seconds that a header line names; nil for any other line. More than can be counted is the most there is:
    /// libcurl would take it for none.
    static func seconds(in line: some Collection<UInt8>) -> Int64? {
        let text = String(decoding: line, as: UTF8.self).lowercased()
        guard text.hasPrefix("retry-after:") else { return nil }
        let value = text.dropFirst("retry-after:".count).filter { !$0.isWhitespace }
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(value) ?? mostSeconds
    }
}
