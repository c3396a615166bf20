import BTCPriceCore

/// A line of the rate limits: source, key of the endpoint, begin and end, in milliseconds since 1970.
enum RateLimitLine {
    static func text(of rateLimit: RateLimit) -> String {
        let endpoint = rateLimit.endpoint
        return "\(endpoint.sourceName) \(endpoint.key) \(rateLimit.begin.milliseconds) \(rateLimit.end.milliseconds)"
    }

    /// Does not check the times; `RateLimit.holds` does.
    static func rateLimit(_ line: ArraySlice<UInt8>) -> RateLimit? {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard fields.count == 4, Endpoint.isIdentifier(fields[0]), Endpoint.isIdentifier(fields[1]),
            let begin = fields[2].decimalInteger, let end = fields[3].decimalInteger
        else { return nil }
        let endpoint = Endpoint(
            sourceName: String(decoding: fields[0], as: UTF8.self), key: String(decoding: fields[1], as: UTF8.self))
        return RateLimit(endpoint, from: Timestamp(milliseconds: begin), to: Timestamp(milliseconds: end))
    }
}
