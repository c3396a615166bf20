#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Leaves a source alone for as long as it asked to be: exchanges ban addresses that keep asking.
public struct LimitedPriceLoader: PriceLoader {
    /// How long a source is left alone that names no time.
    static let unnamed = Duration.seconds(60)
    /// How long at most, whatever it names or a file says.
    static let longest = Duration.seconds(3600)

    private let loader: any PriceLoader
    private let limits: any SourceLimits
    private let now: @Sendable () -> Date
    private let observe: @Sendable (SourceReport) -> Void

    /// Guards `loader`; `observe` hears when it was not asked.
    public init(
        _ loader: any PriceLoader,
        limits: any SourceLimits,
        now: @escaping @Sendable () -> Date,
        observe: @escaping @Sendable (SourceReport) -> Void
    ) {
        self.loader = loader
        self.limits = limits
        self.now = now
        self.observe = observe
    }

    /// The name of the source that is guarded.
    public var source: String { loader.source }

    /// Asks the source unless it is to be left alone, and remembers a limit it tells.
    public func load() async throws(PriceLoadingError) -> PriceQuote {
        if let remaining {
            observe(SourceReport(source: source, result: .failure(.leftAlone(remaining)), timings: nil))
            throw .leftAlone(remaining)
        }
        do throws(PriceLoadingError) {
            return try await loader.load()
        } catch {
            if case .rateLimited(_, let retryAfter) = error { remember(retryAfter) }
            throw error
        }
    }

    /// How long the source is still to be left alone. More than the longest time is a wrong clock or a planted file.
    private var remaining: Duration? {
        guard let until = limits.limit(on: source) else { return nil }
        let remaining = Duration.milliseconds(until.millisecondsSince1970 - now().millisecondsSince1970)
        return remaining > .zero && remaining <= Self.longest ? remaining : nil
    }

    private func remember(_ retryAfter: Duration?) {
        let wait = retryAfter.flatMap { $0 > .zero ? $0 : nil } ?? Self.unnamed
        let until = now().millisecondsSince1970 + min(wait, Self.longest).milliseconds
        limits.setLimit(on: source, until: Date(millisecondsSince1970: until))
    }
}
