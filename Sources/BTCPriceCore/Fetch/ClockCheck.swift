/// Whose clock is wrong, if responses seem to have been sent long ago.
enum ClockCheck {
    /// Between the clocks of two sources that agree.
    private static let maxDifference = Duration.seconds(300)

    /// If two sources agree on the time, and this machine's clock alone says that it is long ago, that clock is wrong, and
    /// the first quote is live. Otherwise there is no winner, and the reports stay as they are.
    static func judge(_ reports: [SourceReport]) -> (winner: SourceReport?, reports: [SourceReport]) {
        guard reports.count == 2,
            case .sentLongAgo(let primary, let time)? = reports[0].error,
            case .sentLongAgo(let fallback, let otherTime)? = reports[1].error,
            max(time - otherTime, otherTime - time) < maxDifference
        else { return (nil, reports) }
        let (position, quote) = fallback.timestamp < primary.timestamp ? (1, fallback) : (0, primary)
        let winner = SourceReport(reports[position].endpoint, .success(quote), reports[position].details)
        return (winner, position == 0 ? [winner, reports[1]] : [reports[0], winner])
    }
}
