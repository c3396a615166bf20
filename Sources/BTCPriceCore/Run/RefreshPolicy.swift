/// Whether enough time has passed for a run with `--background` to start a refresh.
enum RefreshPolicy {
    /// The next refresh starts at least this long after the last, unless a newer quote is cached.
    static let interval = Duration.seconds(10)

    /// Whether another refresh may start. If not, the last one is running, has failed, could not store its quote, found
    /// the cache fresh, or has stored a quote since `quotes` were read.
    ///
    /// - Parameters:
    ///   - last: when the last refresh was started. A time in the future does not count.
    ///   - quotes: the cached quotes of the sources that a refresh asks.
    static func isDue(after last: Timestamp, _ quotes: [PriceQuote], at now: Timestamp) -> Bool {
        guard last <= now, now - last < interval else { return true }
        return quotes.contains { $0.timestamp > last && $0.timestamp <= now }
    }
}
