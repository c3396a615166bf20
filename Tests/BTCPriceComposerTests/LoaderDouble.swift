import BTCPriceCore
import TestSupport

/// A loader that does what a test says.
final class LoaderDouble: PriceLoader {
    let source: SourceID
    /// Released with the loader.
    private let token: Token?
    private let body: @Sendable () -> Result<PriceQuote, PriceLoadingError>

    init(
        _ source: SourceID, _ token: Token? = nil,
        body: @escaping @Sendable () -> Result<PriceQuote, PriceLoadingError> = { .failure(.invalidPrice) }
    ) {
        self.source = source
        self.token = token
        self.body = body
    }

    func load() -> SourceReport { SourceReport(source: source, result: body()) }
}
