/// How one source did in one run.
public struct SourceReport: Equatable, Sendable {
    /// The registry name.
    public let source: String
    /// The quote it gave, or why it gave none.
    public let result: Result<PriceQuote, PriceLoadingError>
    /// Where the time went; nil where the source was not asked, or nothing is known.
    public let timings: TransferTimings?
    /// How the source was reached where that is not the usual way, such as `via proxy 127.0.0.1:3128`.
    public let route: [String]

    /// What a source gave, and how it got here.
    public init(
        source: String, result: Result<PriceQuote, PriceLoadingError>, timings: TransferTimings? = nil,
        route: [String] = []
    ) {
        self.source = source
        self.result = result
        self.timings = timings
        self.route = route
    }

    /// The report of a source that gave no quote.
    public init(source: String, _ error: PriceLoadingError) {
        self.init(source: source, result: .failure(error))
    }

    /// The quote it gave.
    public var quote: PriceQuote? {
        if case .success(let quote) = result { quote } else { nil }
    }

    /// Why it gave none.
    public var error: PriceLoadingError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
