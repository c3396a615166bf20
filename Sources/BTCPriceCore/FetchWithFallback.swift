/// Asks the primary, then the fallback, within a bound: the first valid quote wins.
///
/// The fallback is asked when the primary fails, or as well when it has not answered within `timeout`; a late
/// primary still counts. It returns at its deadline even if a loader ignores cancellation: what is still under
/// way is cancelled and left behind, not waited for.
public struct FetchWithFallback: Sendable {
    /// How long the primary has before the fallback is asked as well.
    public static let defaultTimeout = Duration.milliseconds(800)
    /// The bound on the whole fetch.
    public static let defaultMaxTime = Duration.seconds(5)

    private let loaders: [any PriceLoader]
    private let timeout: Duration
    private let maxTime: Duration
    private let clock: any Clock<Duration>
    private let executor: (any TaskExecutor)?
    private let observe: @Sendable (SourceReport) -> Void

    /// A fetch over one or two sources.
    ///
    /// - Parameters:
    ///   - fallback: nil to ask the primary alone.
    ///   - timeout: at or beyond `maxTime` the fallback is asked only when the primary fails.
    ///     Nil is the default, or half of a shorter `maxTime`.
    ///   - executor: where the race runs; nil is the cooperative pool.
    ///   - observe: hears of each source that was asked and had not answered when the race was over.
    public init(
        primary: any PriceLoader,
        fallback: (any PriceLoader)?,
        timeout: Duration? = nil,
        maxTime: Duration = Self.defaultMaxTime,
        clock: any Clock<Duration>,
        executor: (any TaskExecutor)? = nil,
        observe: @escaping @Sendable (SourceReport) -> Void = { _ in }
    ) {
        loaders = if let fallback { [primary, fallback] } else { [primary] }
        self.timeout = timeout ?? min(Self.defaultTimeout, maxTime / 2)
        self.maxTime = maxTime
        self.clock = clock
        self.executor = executor
        self.observe = observe
    }

    /// The first valid quote, or what every source that was asked answered.
    public func load() async throws(FetchFailure) -> PriceQuote {
        try await race(on: clock)
    }

    private func race<C: Clock>(on clock: C) async throws(FetchFailure) -> PriceQuote where C.Duration == Duration {
        let start = clock.now
        let end = start.advanced(by: maxTime)
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        var tasks: [Task<Void, Never>] = []
        defer { tasks.forEach { $0.cancel() } }

        func ring(_ event: Event, after delay: Duration) {
            tasks.append(
                Task.detached(executorPreference: executor) {
                    try? await clock.sleep(until: start.advanced(by: delay), tolerance: .zero)
                    if !Task.isCancelled { feed.yield(event) }
                })
        }

        var asked: [C.Instant] = []
        var errors: [Int: PriceLoadingError] = [:]
        func askNext() {
            guard asked.isEmpty || asked.count < loaders.count && clock.now < end else { return }
            let index = asked.count
            // The primary is asked when the race starts, however late it is by now.
            asked.append(asked.isEmpty ? start : clock.now)
            let loader = loaders[index]
            tasks.append(
                Task.detached(executorPreference: executor) {
                    do throws(PriceLoadingError) {
                        feed.yield(.quote(index, try await loader.load()))
                    } catch {
                        feed.yield(.failure(index, error))
                    }
                })
        }

        func giveUp(at now: C.Instant, onAllBut winner: Int? = nil) {
            for index in asked.indices where index != winner && errors[index] == nil {
                let error = PriceLoadingError.noAnswer(within: asked[index].duration(to: now))
                errors[index] = error
                observe(SourceReport(source: loaders[index].source, result: .failure(error), timings: nil))
            }
        }

        askNext()
        ring(.deadline, after: maxTime)
        if loaders.count > 1, timeout < maxTime { ring(.timeout, after: timeout) }

        for await event in events {
            switch event {
            case .quote(let index, let quote):
                giveUp(at: clock.now, onAllBut: index)
                return quote
            case .failure(let index, let error):
                errors[index] = error
                if errors.count == loaders.count { throw failure(errors) }
                askNext()
            case .timeout:
                askNext()
            case .deadline:
                giveUp(at: end)
                throw failure(errors)
            }
        }
        // The stream ends early only when the task that runs this is cancelled.
        giveUp(at: clock.now)
        throw failure(errors)
    }

    private enum Event: Sendable {
        case quote(Int, PriceQuote)
        case failure(Int, PriceLoadingError)
        case timeout
        case deadline
    }

    private func failure(_ errors: [Int: PriceLoadingError]) -> FetchFailure {
        FetchFailure(
            causes: loaders.enumerated().compactMap { index, loader in
                errors[index].map { FetchFailure.Cause(source: loader.source, error: $0) }
            })
    }
}
