/// Whether a run with `--background` starts a refresh.
enum RefreshPolicy {
    /// No second refresh starts this soon after another, unless that has stored a quote.
    static let interval = Duration.seconds(10)

    /// Whether another refresh may start. If not, the last one is running, has failed, or could not store its quote.
    ///
    /// - Parameters:
    ///   - last: when the last refresh was started. A time in the future does not count.
    ///   - quotes: the cached quotes of the sources that a refresh asks.
    static func isDue(after last: Timestamp, _ quotes: [PriceQuote], at now: Timestamp) -> Bool {
        guard last <= now, now - last < interval else { return true }
        return quotes.contains { $0.timestamp > last && $0.timestamp <= now }
    }
}
