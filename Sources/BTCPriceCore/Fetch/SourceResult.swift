/// What a source has returned, or why nothing. Indirect, or the code that copies it would take 11 KiB more.
package indirect enum SourceResult: Equatable, Sendable {
    /// With what the response says of an earlier price.
    case quote(PriceQuote, EarlierPrice? = nil)
    /// A valid quote that may be a mistake, or old: `SecondOpinion` decides.
    case doubtful(PriceQuote, Doubt, EarlierPrice? = nil)
    case failure(PriceLoadingError)
}
