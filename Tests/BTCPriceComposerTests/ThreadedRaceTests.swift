import BTCPriceComposer
import BTCPriceCore
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

/// What a run that ends at once cannot show. `scripts/soak` runs races of the program.
@Suite(.timeLimit(.minutes(5))) struct ThreadedRaceTests {
    #if os(Linux)
        /// In a process of its own, since other tests start threads too.
        @Test func threads_afterManyDroppedRaces_haveEnded() async {
            await #expect(processExitsWith: .success) {
                func threads() throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
                }
                for count in 0..<200 {
                    let race = ThreadedRace((0..<3).map { _ in LoaderDouble(.binance) }, clock: MonotonicClock())
                    if count % 2 == 0 { _ = race.start(.binance) }
                }
                let clock = MonotonicClock()
                while try threads() >= 100, clock.elapsed < .seconds(50) { usleep(1000) }
                expectEqual(try threads() < 100, true)
            }
        }

        /// In a process of its own, since the limit applies to all tests of one.
        @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func start_whenNoThreadCanBeStarted_isAnErrorOfItsSource() async {
            await #expect(processExitsWith: .success) {
                var count = rlimit(rlim_cur: 0, rlim_max: 0)
                setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &count)
                // No limit applies to root.
                if geteuid() == 0 { _ = setuid(OtherUser.id) }
                let endpoints = [Endpoint.binance, .coinbase]
                let race = ThreadedRace(endpoints.map { LoaderDouble($0) }, clock: MonotonicClock())
                var fetch = FetchWithFallback(endpoints, FetchLimits())
                _ = fetch.execute(race)
                let error = PriceLoadingError.networkFailure("no thread can be started")
                expectEqual(fetch.reports, endpoints.map { SourceReport($0, .failure(error)) })
            }
        }
    #endif

    /// Everything that the loader's thread uses must be owned by it when the race has been dropped. A mistake is a crash, at
    /// once under a sanitizer.
    @Test func lateLoader_reportsAndIsReleased() {
        let (gate, released) = (Gate(), Gate())
        do {
            let loader = LoaderDouble(.binance, Token(released)) {
                gate.wait()
                return .failure(.invalidPrice)
            }
            let race = ThreadedRace([loader], clock: MonotonicClock())
            #expect(race.start(.binance) == loader.request)
            #expect(race.nextReport(until: race.now + .milliseconds(1)) == nil)
        }
        #expect(!released.wait(seconds: 0))
        gate.open()
        #expect(released.wait())
    }
}
