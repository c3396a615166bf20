/// A fetch that no source answered, with what each source that was asked had to say.
public struct FetchFailure: Error, Equatable, Sendable {
    /// One source and why it gave no quote.
    public struct Cause: Equatable, Sendable {
        /// The registry name.
        public let source: String
        /// Why it gave none.
        public let error: PriceLoadingError

        /// Names a source and its error.
        public init(source: String, error: PriceLoadingError) {
            self.source = source
            self.error = error
        }
    }

    /// In the order the sources were to be asked: the primary first.
    public let causes: [Cause]

    /// A failure with these causes.
    public init(causes: [Cause]) {
        self.causes = causes
    }
}

extension FetchFailure: CustomStringConvertible {
    /// `binance: HTTP 451; coinbase: no answer in 5s`.
    public var description: String {
        causes.map { "\($0.source): \($0.error)" }.joined(separator: "; ")
    }
}
