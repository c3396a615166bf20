/// What to report besides the outcome, which alone decides whether the run has failed.
package struct Diagnostics: Equatable, Sendable {
    /// A report for each source of the run, the primary first; empty if the run did not want to fetch.
    package var reports: [SourceReport] = []
    /// Those that a run which asked a source knew before.
    package var rateLimits = RateLimits()
    package var cacheError: StoreError?
    package var storeError: StoreError?
    package var rateLimitError: StoreError?
}
