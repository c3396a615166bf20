import BTCPriceCore
import TestSupport

/// A loader that does what a test says.
final class LoaderDouble: PriceLoader {
    let endpoint: Endpoint
    let request = TransferDetails(suspect: "https_proxy=127.0.0.1:3128")
    /// Released with the loader.
    private let token: Token?
    private let body: @Sendable () -> Result<PriceQuote, PriceLoadingError>

    init(
        _ endpoint: Endpoint, _ token: Token? = nil,
        body: @escaping @Sendable () -> Result<PriceQuote, PriceLoadingError> = { .failure(.invalidPrice) }
    ) {
        self.endpoint = endpoint
        self.token = token
        self.body = body
    }

    func load() -> SourceReport { SourceReport(endpoint, body()) }
}
