import BTCPriceCore
import Foundation
import TestSupport
import Testing

@testable import BTCPriceComposer

@Suite(.timeLimit(.minutes(1))) struct ThreadedRaceTests {
    private let clock = MonotonicClock()
    private let farAway = Duration.seconds(3600)

    @Test func reports_comeInTheOrderInWhichTheyAreMade() throws {
        let gates = [Gate(), Gate()]
        var race = try race(
            LoaderDouble("binance") {
                gates[0].wait()
                return .failure(.refused)
            },
            LoaderDouble("coinbase") {
                gates[1].wait()
                return .failure(.invalidPrice)
            })
        race.ask(0)
        race.ask(1)
        gates[1].open()
        var next = try #require(race.nextReport(until: farAway))
        #expect(next.position == 1)
        #expect(next.report == SourceReport(source: "coinbase", .invalidPrice))
        gates[0].open()
        next = try #require(race.nextReport(until: farAway))
        #expect(next.position == 0)
        #expect(next.report == SourceReport(source: "binance", .refused))
    }

    @Test func loader_isNotAskedBeforeItsTurnAndThenOnce() throws {
        let asked = Locked<[String]>([])
        func loader(_ name: String) -> LoaderDouble {
            LoaderDouble(name) {
                asked.withLock { $0.append(name) }
                return .failure(.invalidPrice)
            }
        }
        var race = try race(loader("binance"), loader("coinbase"))
        #expect(race.nextReport(until: race.now + .milliseconds(10)) == nil)
        #expect(asked.withLock { $0 } == [])
        race.ask(0)
        #expect(race.nextReport(until: farAway)?.position == 0)
        #expect(race.nextReport(until: race.now + .milliseconds(10)) == nil)
        #expect(asked.withLock { $0 } == ["binance"])
        race.ask(1)
        #expect(race.nextReport(until: farAway)?.position == 1)
        #expect(asked.withLock { $0 } == ["binance", "coinbase"])
    }

    @Test func silentLoader_isWaitedForUntilTheMomentCountedFromTheBeginningOfTheRun() throws {
        let gate = Gate()
        defer { gate.open() }
        var race = try race(
            LoaderDouble("binance") {
                gate.wait()
                return .failure(.invalidPrice)
            })
        race.ask(0)
        let moment = race.now + .milliseconds(30)
        #expect(race.nextReport(until: moment) == nil)
        #expect(race.now >= moment)
        #expect(race.now < moment + .seconds(10))
        #expect(clock.elapsed >= moment)
    }

    @Test func reportThatIsThere_isTakenAlthoughTheMomentHasPassed() throws {
        var race = try race(LoaderDouble("binance"), LoaderDouble("coinbase"))
        race.ask(0)
        race.ask(1)
        _ = race.nextReport(until: farAway)
        while true {
            if let next = race.nextReport(until: .zero) {
                #expect(next.report.error == .invalidPrice)
                return
            }
            sched_yield()
        }
    }

    @Test func race_knowsItsLoaders() throws {
        var race = try race(LoaderDouble("binance"), LoaderDouble("coinbase"))
        #expect(race.count == 2)
        #expect([race.source(0), race.source(1)] == ["binance", "coinbase"])
        race.ask(0)
        race.ask(1)
        #expect(try #require(ThreadedRace([], clock: clock)).count == 0)
    }

    @Test func loader_runsOnAThreadOfItsOwnThatNoBrokenPipeEnds() throws {
        var callers = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &callers)
        let mask = Locked(sigset_t())
        let main = ObjectIdentifier(Thread.current)
        let isElsewhere = Locked(false)
        var race = try race(
            LoaderDouble("binance") {
                mask.withLock { _ = pthread_sigmask(SIG_BLOCK, nil, &$0) }
                isElsewhere.withLock { $0 = ObjectIdentifier(Thread.current) != main }
                return .failure(.invalidPrice)
            })
        race.ask(0)
        #expect(race.nextReport(until: farAway) != nil)
        // The others are as they were.
        for signal in 1...31 as ClosedRange<Int32> where signal != SIGKILL && signal != SIGSTOP {
            let isBlocked = mask.withLock { sigismember(&$0, signal) } == 1
            #expect(isBlocked == (signal == SIGPIPE || sigismember(&callers, signal) == 1), "\(signal)")
        }
        #expect(isElsewhere.withLock { $0 })
    }

    /// In a process of its own: memory is all tests'. The stacks of 5000 threads would be 20 MiB or more.
    @Test(.disabled(if: isSanitized, "a sanitizer keeps what is freed"))
    func threads_giveBackTheirMemory() async {
        await #expect(processExitsWith: .success) {
            func run(_ count: Int) throws {
                for _ in 0..<count {
                    var race = try #require(ThreadedRace([LoaderDouble("binance")], clock: MonotonicClock()))
                    race.ask(0)
                    try #require(race.nextReport(until: .seconds(3600)) != nil)
                }
            }
            try run(100)
            let before = try #require(peakMemory())
            try run(5000)
            #expect(try #require(peakMemory()) - before < 16 << 20)
        }
    }

    #if os(Linux)
        /// Two loaders, and from some moment on not one thread more: a limit of the whole process, so it is another one.
        @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func threadThatIsNotToBeHad_isAFailureOfItsSource() async {
            await #expect(processExitsWith: .success) {
                forbidThreads()
                let released = Gate()
                do {
                    let loaders = [LoaderDouble("binance", released: { released.open() }), LoaderDouble("coinbase")]
                    var race = try #require(ThreadedRace(loaders, clock: MonotonicClock()))
                    let reports = FetchWithFallback()(over: &race)
                    #expect(
                        reports == [
                            SourceReport(source: "binance", .networkFailure("no thread to be had")),
                            SourceReport(source: "coinbase", .networkFailure("no thread to be had")),
                        ])
                }
                #expect(released.wait(seconds: 0))
            }
        }

        /// A loader opens libcurl; a thread that is to be started meanwhile would wait for that.
        @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func threads_areStartedBeforeTheFirstLoaderIsAsked() async {
            await #expect(processExitsWith: .success) {
                var race = try #require(
                    ThreadedRace([LoaderDouble("binance"), LoaderDouble("coinbase")], clock: MonotonicClock()))
                forbidThreads()
                let reports = FetchWithFallback()(over: &race)
                #expect(
                    reports == [
                        SourceReport(source: "binance", .invalidPrice), SourceReport(source: "coinbase", .invalidPrice),
                    ])
            }
        }
    #endif

    private func race(_ loaders: LoaderDouble...) throws -> ThreadedRace {
        try #require(ThreadedRace(loaders, clock: clock))
    }
}

#if os(Linux)
    /// Neither this user nor, where that is root, whom nothing limits, nobody.
    private func forbidThreads() {
        var count = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &count)
        if geteuid() == 0 { _ = setuid(OtherUser.id) }
    }
#endif
