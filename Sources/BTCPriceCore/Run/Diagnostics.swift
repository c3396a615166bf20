/// What to report besides the outcome, which alone says whether the run has failed.
package struct Diagnostics: Equatable, Sendable {
    /// A report for each source of the run, the primary first: after a fetch, or if there was none because all are
    /// rate-limited.
    package var reports: [SourceReport] = []
    /// The names of `RunSources.alternatives`, without those that have an invalid variable, or a rate limit as far as
    /// this run knows.
    package var alternatives: [String] = []
    /// `RequestDetails.clockDifference` of a live quote.
    package var clockDifference = Duration.zero
    /// Of the cache, when it was last read.
    package var cacheError: StoreError?
    /// Of the cache, when a fetched quote was to be stored.
    package var storeError: StoreError?
    /// When a rate limit was to be stored.
    package var rateLimitError: StoreError?
}
