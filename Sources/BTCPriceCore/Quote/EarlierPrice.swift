/// What a response says of an earlier price. Too far from it, the response's own price is doubtful.
package enum EarlierPrice: Equatable, Sendable {
    case of24HoursBefore(Price)
    /// Of the last midnight in UTC; no change in 24 hours follows from it.
    case ofMidnight(Price)
    /// Only the change in 24 hours, as the source has computed it.
    case change(Percentage)

    /// The change in 24 hours of the price in the same response.
    package func change(to price: Price) -> Change? {
        switch self {
        case .of24HoursBefore(let before): Change(from: before, to: price)
        case .ofMidnight: nil
        case .change(let percentage): Change(percentage)
        }
    }

    /// Whether `price` is more than three times the earlier one, or less than a third of it; with `change`, whether
    /// that is over 200% or below -66.67%, whatever `price` is. Since 2014 the market has not moved that far in a day.
    package func isContradicted(by price: Price) -> Bool {
        switch self {
        case .of24HoursBefore(let before), .ofMidnight(let before):
            price.exceeds(before, hundredths: 300) || before.exceeds(price, hundredths: 300)
        case .change(let percentage): percentage.exceeds(hundredths: percentage.isNegative ? 66_67 : 200_00)
        }
    }

    /// With a price in place of a change, to judge the price of another source.
    ///
    /// - Parameter price: that of the same response.
    func asPrice(beside price: Price) -> EarlierPrice? {
        guard case .change(let percentage) = self else { return self }
        return percentage.priceBefore(price).map { .of24HoursBefore($0) }
    }
}
