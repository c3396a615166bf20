/// Whether this machine's clock is wrong, if responses seem to have been sent long ago. `SourceAPI.quote` says when they do, and
/// `Messages` warns of the clock.
enum WrongClock {
    /// Between the clocks of two sources that agree.
    private static let maxDifference = Duration.seconds(300)

    /// If both sources sent their response at about the same time, and only this machine's clock says that it was long ago,
    /// that clock is wrong: the quote that came first wins, and its report becomes a success. Otherwise there is no winner.
    static func accepting(_ reports: [SourceReport]) -> (winner: SourceReport?, reports: [SourceReport]) {
        guard reports.count == 2,
            case .sentLongAgo(let primary, let primarySent)? = reports[0].error,
            case .sentLongAgo(let fallback, let fallbackSent)? = reports[1].error,
            max(primarySent - fallbackSent, fallbackSent - primarySent) < maxDifference
        else { return (nil, reports) }
        let (position, quote) = fallback.timestamp < primary.timestamp ? (1, fallback) : (0, primary)
        let winner = SourceReport(reports[position].endpoint, .success(quote), reports[position].details)
        return (winner, position == 0 ? [winner, reports[1]] : [reports[0], winner])
    }
}
