/// Decides which quote is printed, if any, when a quote is doubtful: whether another source confirms it.
///
/// A quote that is not doubtful wins. Two that are doubtful for the same reason confirm each other if the cause cannot
/// be a mistake of one source: this machine's clock is wrong, or the market has moved. The one received first wins; but
/// of two that are doubtful by time, one whose price is certain comes before one whose price is doubtful.
enum SecondOpinion {
    /// Two prices agree if the higher one is at most this many hundredths of the lower one.
    private static let maxPriceRatio: Int64 = 110

    /// The position of the report whose quote is to be printed; nil if there is none so far.
    ///
    /// - Parameter reports: of one or two sources, judged by each other.
    static func winner(among reports: [SourceReport]) -> Int? {
        func isUnlikeEarlierPrice(_ position: Int) -> Bool { reports[position].doubt?.earlierPrice != nil }
        var positions = reports.indices.filter { reports[$0].quote != nil }
        if let certain = positions.first(where: { reports[$0].doubt == nil }) { return certain }
        guard positions.count == 2, let primary = reports[0].quote, let fallback = reports[1].quote
        else {
            return nil
        }
        if fallback.timestamp < primary.timestamp { positions.reverse() }
        // With the same doubt of time, or none, only doubts about the prices are left.
        guard haveSameDoubtOfTime(reports[0].doubt?.sent, reports[1].doubt?.sent) else { return nil }
        if let likely = positions.first(where: { !isUnlikeEarlierPrice($0) }) { return likely }
        return doPricesAgree(primary.price, fallback.price) ? positions[0] : nil
    }

    /// A quote without an earlier price in its own response is judged by the other source's, if that source's quote is
    /// doubtful. If it contradicts that, it becomes doubtful too.
    static func judgedByEachOther(_ reports: [SourceReport]) -> [SourceReport] {
        reports.map { report in
            let other = reports.first { $0.endpoint != report.endpoint && $0.doubt != nil }
            guard let quote = report.quote, report.earlierPrice == nil, let otherPrice = other?.quote?.price,
                let earlierPrice = other?.earlierPrice?.asPrice(beside: otherPrice),
                earlierPrice.isContradicted(by: quote.price),
                let doubt = Doubt(byPrice: earlierPrice, byTime: report.doubt?.sent)
            else { return report }
            return SourceReport(report.endpoint, .doubtful(quote, doubt), report.details)
        }
    }

    /// Whether neither response was sent long ago, or both were and the clocks of their sources agreed at receipt, so
    /// that this machine's clock is wrong.
    private static func haveSameDoubtOfTime(_ first: Doubt.SendingTime?, _ second: Doubt.SendingTime?) -> Bool {
        guard let first, let second else { return first == nil && second == nil }
        let difference = first.clockAtReceipt - second.clockAtReceipt
        return max(difference, .zero - difference) < Timestamp.maxClockDifference
    }

    private static func doPricesAgree(_ first: Price, _ second: Price) -> Bool {
        !first.exceeds(second, hundredths: maxPriceRatio) && !second.exceeds(first, hundredths: maxPriceRatio)
    }
}
