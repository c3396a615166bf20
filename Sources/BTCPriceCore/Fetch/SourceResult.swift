/// What a source has returned, or why nothing. Indirect, or the code that copies it would take 11 KiB more.
package indirect enum SourceResult: Equatable, Sendable {
    /// With what the response says of an earlier price.
    case quote(PriceQuote, EarlierPrice? = nil)
    /// A valid quote that may be a mistake, or old: `SecondOpinion` decides.
    case doubtful(PriceQuote, Doubt, EarlierPrice? = nil)
    case failure(PriceLoadingError)

    /// Doubtful if the earlier price contradicts the quote's, or if the response was sent long ago.
    ///
    /// - Parameter sentLongAgo: nil if it was not.
    package init(_ quote: PriceQuote, _ earlierPrice: EarlierPrice?, sentLongAgo: Doubt.SendingTime?) {
        let isContradicted = earlierPrice?.isContradicted(by: quote.price) == true
        if let doubt = Doubt(byPrice: isContradicted ? earlierPrice : nil, byTime: sentLongAgo) {
            self = .doubtful(quote, doubt, earlierPrice)
        } else {
            self = .quote(quote, earlierPrice)
        }
    }
}
