import BTCPriceCore

/// A loader that does what a test says, and calls back when it is released.
final class LoaderDouble: PriceLoader {
    let source: String
    private let body: @Sendable () -> Result<PriceQuote, PriceLoadingError>
    private let released: @Sendable () -> Void

    init(
        _ source: String,
        body: @escaping @Sendable () -> Result<PriceQuote, PriceLoadingError> = { .failure(.invalidPrice) },
        released: @escaping @Sendable () -> Void = {}
    ) {
        self.source = source
        self.released = released
        self.body = body
    }

    deinit { released() }

    func load() -> SourceReport { SourceReport(source: source, result: body()) }
}

extension PriceQuote {
    /// A quote with some price and time.
    static func from(_ source: String) -> PriceQuote? {
        Price("68901.23".utf8).map {
            PriceQuote(
                price: $0, currency: .usd, pair: "BTCUSDT", timestamp: Timestamp(milliseconds: 1_761_594_999_123),
                source: source)
        }
    }
}
