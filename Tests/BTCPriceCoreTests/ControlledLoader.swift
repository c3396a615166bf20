import BTCPriceCore
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A loader that answers when a test says so, and never because it was cancelled.
final class ControlledLoader: PriceLoader {
    typealias Answer = Result<PriceQuote, PriceLoadingError>

    private struct State {
        var waiting: CheckedContinuation<Answer, Never>?
        var wasAsked = false
        var wasCancelled = false
    }

    let source: String
    private let state = Mutex(State())

    init(_ source: String) {
        self.source = source
    }

    var wasAsked: Bool { state.withLock(\.wasAsked) }
    var wasCancelled: Bool { state.withLock(\.wasCancelled) }

    func load() async throws(PriceLoadingError) -> PriceQuote {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock {
                    $0.waiting = continuation
                    $0.wasAsked = true
                }
            }
        } onCancel: {
            state.withLock { $0.wasCancelled = true }
        }
        return try answer.get()
    }

    func answer(_ answer: Answer) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }

    func waitUntilAsked() async {
        while !wasAsked { await Task.yield() }
    }
}

extension PriceQuote {
    /// A quote of some price, received so many seconds after 1970.
    static func from(_ source: String, at seconds: Double = 1_761_594_999) -> PriceQuote {
        PriceQuote(
            price: Decimal(68_901), currency: .usd, timestamp: Date(timeIntervalSince1970: seconds), source: source)
    }
}
