import BTCPriceComposer
import BTCPriceCore
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ThreadedRaceTests {
    private let clock = MonotonicClock()
    private let farAway = Duration.seconds(3600)
    private let sources = [SourceID.binance, .coinbase]

    @Test func nextReport_returnsReportsInTheOrderInWhichTheyAreMade() {
        let gates = [Gate(), Gate()]
        let loaders = zip(sources, gates).map { source, gate in
            LoaderDouble(source) {
                gate.wait()
                return .failure(.invalidPrice)
            }
        }
        let race = ThreadedRace(loaders, clock: clock)
        for source in sources { race.start(source) }
        for (source, gate) in zip(sources, gates).reversed() {
            gate.open()
            #expect(race.nextReport(until: farAway) == SourceReport(source: source, .invalidPrice))
        }
    }

    @Test func loader_runsOnceAndNotBeforeItIsStarted() {
        let started = Locked<[SourceID]>([])
        let loaders = sources.map { source in
            LoaderDouble(source) {
                started.withLock { $0.append(source) }
                return .failure(.invalidPrice)
            }
        }
        let race = ThreadedRace(loaders, clock: clock)
        for (count, source) in sources.enumerated() {
            #expect(race.nextReport(until: race.now + .milliseconds(10)) == nil)
            #expect(started.withLock { $0 } == Array(sources[..<count]))
            race.start(source)
            #expect(race.nextReport(until: farAway)?.source == source)
        }
        #expect(started.withLock { $0 } == sources)
    }

    @Test func nextReport_whenNoLoaderReports_waitsUntilTheDeadlineCountedFromTheBeginningOfTheRun() {
        let race = ThreadedRace([LoaderDouble(.binance)], clock: clock)
        let deadline = race.now + .milliseconds(30)
        #expect(race.nextReport(until: deadline) == nil)
        let elapsed = clock.elapsed
        #expect(elapsed >= deadline && elapsed < deadline + .seconds(10))
        #expect(race.now >= elapsed)
    }

    @Test func loader_runsOnAThreadOfItsOwnWithSIGPIPEBlocked() {
        var pipe = sigset_t()
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_UNBLOCK, &pipe, nil)
        let (before, signals, thread) = (blockedSignals(), Locked<[Int32]>([]), Locked<Thread?>(nil))
        let loader = LoaderDouble(.binance) {
            signals.withLock { $0 = blockedSignals() }
            thread.withLock { $0 = Thread.current }
            return .failure(.invalidPrice)
        }
        let race = ThreadedRace([loader], clock: clock)
        race.start(.binance)
        #expect(blockedSignals() == before)
        #expect(race.nextReport(until: farAway) != nil)
        // The mask of the other signals is the caller's.
        #expect(signals.withLock { $0 } == (before + [SIGPIPE]).sorted())
        #expect(thread.withLock { $0 } !== Thread.current)
    }

    #if os(Linux)
        /// In a process of its own, since other tests start threads too.
        @Test func threads_afterManyDroppedRaces_haveEnded() async {
            await #expect(processExitsWith: .success) {
                func threads() throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
                }
                for count in 0..<200 {
                    let race = ThreadedRace((0..<3).map { _ in LoaderDouble(.binance) }, clock: MonotonicClock())
                    if count % 2 == 0 { race.start(.binance) }
                }
                let clock = MonotonicClock()
                while try threads() >= 100, clock.elapsed < .seconds(50) { usleep(1000) }
                expectEqual(try threads() < 100, true)
            }
        }
    #endif

    /// In a process of its own, since all tests share the memory. The stacks of 5000 threads would be 20 MiB or more.
    @Test(.disabled(if: isSanitized, "a sanitizer keeps what is freed"))
    func threads_releaseTheirMemory() async {
        await #expect(processExitsWith: .success) {
            func run(_ count: Int) { for _ in 0..<count { _ = reportsOfARace(Gate()) } }
            run(100)
            let before = try #require(peakMemory())
            run(2500)
            let growth = try #require(peakMemory()) - before
            #expect(growth < 16 << 20, "\(growth) bytes")
        }
    }

    #if os(Linux)
        /// In a process of its own, since the limit applies to all tests of one.
        @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func start_whenNoThreadCanBeStarted_isAnErrorOfItsSource() async {
            await #expect(processExitsWith: .success) {
                forbidThreads()
                let released = Gate()
                expectEqual(reportsOfARace(released), failures(.networkFailure("no thread can be started")))
                expectEqual(released.wait(seconds: 0), true)
            }
        }

        /// A loader opens libcurl, and a thread could not be started in the meantime.
        @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func threads_areStartedBeforeTheFirstLoader() async {
            await #expect(processExitsWith: .success) {
                expectEqual(reportsOfARace(Gate(), afterwards: forbidThreads), failures(.invalidPrice))
            }
        }
    #endif

    // Races that have been dropped while loaders still report to them. Everything that a loader's thread uses must then be
    // owned by it. A mistake is a crash, at once under a sanitizer.

    @Test func lateLoader_reportsAndIsReleased() {
        let (gate, released) = (Gate(), Gate())
        do {
            let loader = LoaderDouble(.binance, Token(released)) {
                gate.wait()
                return .failure(.invalidPrice)
            }
            let race = ThreadedRace([loader], clock: clock)
            race.start(.binance)
            #expect(race.nextReport(until: race.now + .milliseconds(1)) == nil)
        }
        #expect(!released.wait(seconds: 0))
        gate.open()
        #expect(released.wait())
    }

    @Test(arguments: ["quotes", "errors", "quotes at the deadline"])
    func race_whenTwoReportsComeAtTheSameTime_endsAsIfTheyDidNot(_ kind: String) throws {
        let quote = PriceQuote.sample()
        let maxTime = kind == "quotes at the deadline" ? Duration.microseconds(500) : farAway
        let limits = FetchLimits(timeout: .nanoseconds(1), maxTime: maxTime)
        let released = Gate()
        do {
            let token = Token(released)
            for _ in 0..<(kind == "quotes" ? 1000 : 500) {
                let (clock, missing) = (MonotonicClock(), Locked(2))
                let loaders = sources.map { source in
                    LoaderDouble(source, token) {
                        // Two threads leave this loop at the same time, since neither has to be woken.
                        missing.withLock { $0 -= 1 }
                        while missing.withLock({ $0 > 0 }), clock.elapsed <= maxTime { sched_yield() }
                        while kind == "quotes at the deadline", clock.elapsed < maxTime { sched_yield() }
                        return kind == "errors" ? .failure(.invalidPrice) : .success(quote)
                    }
                }
                let race = ThreadedRace(loaders, clock: clock)
                var fetch = FetchWithFallback(sources, limits)
                let quote = fetch.execute(race)
                let reports = fetch.reports
                // If the deadline passes before the fallback is asked, the other loader waits for it.
                if reports.count < 2 { race.start(.coinbase) }
                let isDecided =
                    switch kind {
                    case "quotes": quote != nil
                    case "errors": reports.map(\.error) == [.invalidPrice, .invalidPrice]
                    default: reports.allSatisfy { if case .timedOut? = $0.error { true } else { $0.error == nil } }
                    }
                try #require(isDecided, "\(reports)")
            }
        }
        #expect(released.wait(), "not every loader was released")
    }
}

private func blockedSignals() -> [Int32] {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return (1...31).filter { sigismember(&mask, $0) == 1 }
}

/// Those of two loaders that report errors at once.
///
/// - Parameters:
///   - released: is opened when the first loader is released.
///   - change: is called when the race has been made.
private func reportsOfARace(_ released: Gate, afterwards change: () -> Void = {}) -> [SourceReport] {
    let race = ThreadedRace(
        [LoaderDouble(.binance, Token(released)), LoaderDouble(.coinbase)], clock: MonotonicClock())
    change()
    var fetch = FetchWithFallback([.binance, .coinbase], FetchLimits())
    _ = fetch.execute(race)
    return fetch.reports
}

private func failures(_ error: PriceLoadingError) -> [SourceReport] {
    [SourceID.binance, .coinbase].map { SourceReport(source: $0, error) }
}

#if os(Linux)
    /// Root, whom no limit applies to, becomes another user.
    private func forbidThreads() {
        var count = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &count)
        if geteuid() == 0 { _ = setuid(OtherUser.id) }
    }
#endif
