/// What asking a source has led to.
package enum SourceResult: Equatable, Sendable {
    /// With what the response says of an earlier price.
    case quote(PriceQuote, EarlierPrice? = nil)
    /// A valid quote that may be a mistake: `SecondOpinion` decides.
    case doubtful(PriceQuote, Doubt, EarlierPrice? = nil)
    case failure(PriceLoadingError)
}
