/// What became of one run: all there is to print and to say.
public struct Outcome: Equatable, Sendable {
    /// Why the quote is not one that a source just gave.
    public enum Reason: Equatable, Sendable {
        /// A fresh one was cached.
        case freshEnough
        /// The network was not to be asked.
        case offline
        /// A refresh goes on behind, or it does not, for a reason.
        case background(BackgroundRefresh)
        /// No source gave one.
        case failed
        /// Another run was fetching all the time.
        case noTurn(within: Duration)
    }

    /// What the cache had to say: never a reason to fail.
    public enum CacheProblem: Equatable, Sendable {
        /// Something is there that is not a quote.
        case unusable(PriceStoreError)
        /// The fetched quote could not be kept.
        case notUpdated(PriceStoreError)
    }

    /// A source that is asked second for a while.
    public struct Postponed: Equatable, Sendable {
        /// The registry name.
        public let source: String
        /// For how long.
        public let remaining: Duration
    }

    /// What is to be printed; nil where there is nothing.
    public var quote: DeliveredQuote?
    /// Nil for a quote that a source just gave.
    public var reason: Reason?
    /// How each source did, those that were left alone included, in the order of the user's choice.
    public var reports: [SourceReport] = []
    /// The sources that were moved behind the others, because they refused us a while ago.
    public var postponed: [Postponed] = []
    /// Whether a cached quote was not wanted at all.
    public var staleIsUnwanted = false
    /// The age of a cached quote that is too old to be printed.
    public var tooOld: Age?
    /// What is wrong with the cache.
    public var problems: [CacheProblem] = []

    /// An outcome with this quote, or none.
    public init(_ quote: DeliveredQuote? = nil, reason: Reason? = nil) {
        self.quote = quote
        self.reason = reason
    }
}

/// What became of the attempt to start a refresh behind a run.
public enum BackgroundRefresh: Equatable, Sendable {
    /// A process of its own is at it.
    case started
    /// Another one was at it already.
    case underWay
    /// None was started: all sources are to be left alone.
    case leftAlone
    /// None could be started, in words for the user.
    case impossible(String)
}
