#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Remembers, from run to run, which sources want to be left alone and until when.
public protocol SourceLimits: Sendable {
    /// Until when the source is to be left alone; nil where nothing is known.
    func limit(on source: String) -> Date?

    /// Remembers a limit. Failing to is no error: the source will say it again.
    func setLimit(on source: String, until date: Date)
}
