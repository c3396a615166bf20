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

        /// In a process of its own, since the limit applies to all tests of one.
        @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func start_whenNoThreadCanBeStarted_isAnErrorOfItsSource() async {
            await #expect(processExitsWith: .success) {
                var count = rlimit(rlim_cur: 0, rlim_max: 0)
                setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &count)
                // No limit applies to root.
                if geteuid() == 0 { _ = setuid(OtherUser.id) }
                let race = ThreadedRace(clock: MonotonicClock())
                race.prepare(for: 2)
                race.start(LoaderDouble(.coinbase), at: 1)
                let report = race.nextReport(until: .seconds(60))
                let error = PriceLoadingError.networkFailure("no thread can be started")
                expectEqual(report?.report, SourceReport(.coinbase, .failure(error)))
                expectEqual(report?.position, 1)
            }
        }
    #endif

    @Test func start_whenThereIsOneThreadForTwo_isAnErrorOfTheSecond() {
        let race = ThreadedRace(clock: MonotonicClock())
        race.prepare(for: 1)
        let gate = Gate()
        race.start(
            LoaderDouble(.binance) {
                gate.wait()
                return .failure(.invalidPrice)
            }, at: 0)
        race.start(LoaderDouble(.coinbase), at: 1)
        let error = PriceLoadingError.networkFailure("no thread can be started")
        #expect(race.nextReport(until: .seconds(5))?.report == SourceReport(.coinbase, .failure(error)))
        gate.open()
    }

    /// Everything that the loader's thread uses must be owned by it when the race has been dropped. A mistake is a
    /// crash, at once under a sanitizer.
    @Test func lateLoader_reportsAndIsReleased() {
        let (gate, released) = (Gate(), Gate())
        do {
            let loader = LoaderDouble(.binance) { [token = Token(released)] in
                gate.wait()
                return withExtendedLifetime(token) { .failure(.invalidPrice) }
            }
            let race = ThreadedRace(clock: MonotonicClock())
            race.prepare(for: 1)
            race.start(loader, at: 0)
            #expect(race.nextReport(until: race.now + .milliseconds(1)) == nil)
        }
        #expect(!released.wait(seconds: 0))
        gate.open()
        #expect(released.wait())
    }
}
