import BTCPriceCore
import CRuntime

/// The race as it is run: each loader on a thread of its own, which reports to the thread that decides.
///
/// All threads are started before the first loader is asked, and wait for their turn: a loader opens libcurl, and while
/// it does, starting a thread would wait for it. What a thread may still touch when nobody waits for it any more, the
/// mailboxes and its loader, belongs to its closure.
struct ThreadedRace: Race {
    private typealias Message = (position: Int, report: SourceReport)

    private let loaders: [any PriceLoader]
    private let stopwatch: Stopwatch
    private let reports: Mailbox<Message>
    /// Nil where no thread was to be had.
    private var starts: [Mailbox<Void>?] = []

    /// Starts a thread for each loader; nil when memory is out.
    init?(_ loaders: [any PriceLoader], stopwatch: Stopwatch) {
        guard let reports = Mailbox<Message>(capacity: loaders.count) else { return nil }
        self.loaders = loaders
        self.stopwatch = stopwatch
        self.reports = reports
        crt_prepare_for_threads()
        for (position, loader) in loaders.enumerated() {
            guard let start = Mailbox<Void>(capacity: 1) else { return nil }
            let isStarted = Self.startThread {
                guard start.take(until: .max) != nil else { return }
                reports.put((position, loader.load()))
            }
            starts.append(isStarted ? start : nil)
        }
    }

    var count: Int { loaders.count }

    var now: Duration { stopwatch.elapsed }

    func source(_ position: Int) -> String { loaders[position].source }

    mutating func ask(_ position: Int) {
        if let start = starts[position] {
            start.put(())
        } else {
            let source = source(position)
            reports.put((position, SourceReport(source: source, .networkFailure("no thread to be had"))))
        }
    }

    func nextReport(until moment: Duration) -> (position: Int, report: SourceReport)? {
        reports.take(until: stopwatch.moment(moment))
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        let isStarted = crt_start_thread(
            { context in
                // Only this closure gets the retained work.
                Unmanaged<Work>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        if !isStarted { work.release() }
        return isStarted
    }
}

private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
