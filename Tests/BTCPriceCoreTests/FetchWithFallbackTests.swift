import BTCPriceCore
import Testing

@Suite struct FetchWithFallbackTests {
    private static let error = PriceLoadingError.unexpectedStatus(500)
    private static let otherError = PriceLoadingError.networkFailure("connection refused")

    @Test func execute_whenThePrimaryResponds_deliversItsQuoteWithoutAskingTheFallback() {
        let race = ScriptedRace(.quote(after: .milliseconds(799)), .quote(after: .zero))
        #expect(fetch(over: race) == [.quote("binance")])
        #expect(race.events == [.start(0, at: .zero), .wait(until: .milliseconds(800))])
    }

    @Test func execute_whenThePrimaryFails_asksTheFallbackAtOnce() {
        let race = ScriptedRace(
            .failure(Self.error, after: .milliseconds(100)), .quote(after: .milliseconds(50)))
        #expect(fetch(over: race) == [.failure("binance", Self.error), .quote("coinbase")])
        #expect(
            race.events == [
                .start(0, at: .zero), .wait(until: .milliseconds(800)), .start(1, at: .milliseconds(100)),
                .wait(until: .seconds(5)),
            ])
    }

    @Test func execute_whenThePrimaryIsSlow_asksTheFallbackAsWellAtTheTimeout() {
        let race = ScriptedRace(.noResponse, .quote(after: .milliseconds(100)))
        #expect(
            fetch(over: race) == [.failure("binance", .timedOut(after: .milliseconds(900))), .quote("coinbase")])
        #expect(
            race.events == [
                .start(0, at: .zero), .wait(until: .milliseconds(800)), .start(1, at: .milliseconds(800)),
                .wait(until: .seconds(5)),
            ])
    }

    @Test func execute_whenALatePrimaryRespondsFirst_deliversItsQuote() {
        let race = ScriptedRace(.quote(after: .seconds(1)), .quote(after: .seconds(1)))
        #expect(
            fetch(over: race) == [.quote("binance"), .failure("coinbase", .timedOut(after: .milliseconds(200)))])
    }

    @Test func execute_whenTheFallbackFails_stillWaitsForALatePrimary() {
        let race = ScriptedRace(.quote(after: .seconds(4)), .failure(Self.error, after: .zero))
        #expect(fetch(over: race) == [.quote("binance"), .failure("coinbase", Self.error)])
    }

    @Test func execute_whenThePrimaryFailsAfterTheTimeout_doesNotAskTheFallbackAgain() {
        let race = ScriptedRace(.failure(Self.error, after: .seconds(1)), .quote(after: .seconds(1)))
        #expect(fetch(over: race) == [.failure("binance", Self.error), .quote("coinbase")])
        #expect(
            race.events == [
                .start(0, at: .zero), .wait(until: .milliseconds(800)), .start(1, at: .milliseconds(800)),
                .wait(until: .seconds(5)), .wait(until: .seconds(5)),
            ])
    }

    @Test func execute_whenARateLimitIsThereWhenTheFetchEnds_reportsIt() {
        let limit = PriceLoadingError.rateLimited(status: 429, retryAfter: nil)
        let race = ScriptedRace(.quote(after: .milliseconds(900)), .failure(limit, after: .milliseconds(100)))
        #expect(fetch(over: race) == [.quote("binance"), .failure("coinbase", limit)])
        let late = ScriptedRace(.quote(after: .milliseconds(900)), .failure(limit, after: .milliseconds(101)))
        #expect(
            fetch(over: late) == [.quote("binance"), .failure("coinbase", .timedOut(after: .milliseconds(100)))])
    }

    @Test func execute_whenBothRespondAtTheSameTime_deliversOneQuote() {
        let race = ScriptedRace(.quote(after: .milliseconds(900)), .quote(after: .milliseconds(100)))
        let reports = fetch(over: race)
        #expect(reports.compactMap(\.quote).count == 1)
        #expect(reports.count == 2)
    }

    @Test func execute_whenBothFail_endsAtOnceWithBothErrorsInTheOrderOfTheChoice() {
        let race = ScriptedRace(
            .failure(Self.error, after: .seconds(2)), .failure(Self.otherError, after: .milliseconds(100)))
        #expect(fetch(over: race) == [.failure("binance", Self.error), .failure("coinbase", Self.otherError)])
        #expect(race.now == .seconds(2))
    }

    @Test func execute_atTheDeadline_endsAndReportsHowLongItWaitedForEach() {
        let race = ScriptedRace(.noResponse, .noResponse)
        #expect(
            fetch(over: race) == [
                .failure("binance", .timedOut(after: .seconds(5))),
                .failure("coinbase", .timedOut(after: .milliseconds(4200))),
            ])
        #expect(race.now == .seconds(5))
    }

    @Test func execute_whenAQuoteIsNoticedJustAfterTheDeadline_deliversIt() {
        let race = ScriptedRace(.noResponse, .quote(after: .milliseconds(4200)), delays: [.zero, .milliseconds(30)])
        #expect(fetch(over: race).last == .quote("coinbase"))
    }

    @Test(arguments: [Duration.seconds(5), .seconds(9)])
    func execute_whenTheTimeoutIsNotLessThanMaxTime_asksTheFallbackOnFailureOnly(_ timeout: Duration) {
        let slow = ScriptedRace(.noResponse, .quote(after: .zero))
        #expect(fetch(over: slow, timeout: timeout) == [.failure("binance", .timedOut(after: .seconds(5)))])
        #expect(slow.events == [.start(0, at: .zero), .wait(until: .seconds(5))])

        let failing = ScriptedRace(.failure(Self.error, after: .milliseconds(4999)), .quote(after: .zero))
        #expect(fetch(over: failing, timeout: timeout) == [.failure("binance", Self.error), .quote("coinbase")])
    }

    @Test func execute_whenTheTimeoutIsJustLessThanMaxTime_asksTheFallbackAsWell() {
        let race = ScriptedRace(.noResponse, .quote(after: .zero))
        #expect(fetch(over: race, timeout: .milliseconds(4999)).last == .quote("coinbase"))
        #expect(race.now == .milliseconds(4999))
    }

    @Test(arguments: [
        (Duration.milliseconds(400), Duration.milliseconds(200)), (.milliseconds(1599), .microseconds(799_500)),
        (.milliseconds(1600), .milliseconds(800)), (.seconds(2), .milliseconds(800)),
        (.seconds(60), .milliseconds(800)),
    ])
    func execute_withoutATimeout_waitsForThePrimaryAtMostHalfOfMaxTime(_ maxTime: Duration, _ timeout: Duration) {
        let race = ScriptedRace(.noResponse, .noResponse)
        _ = fetch(over: race, maxTime: maxTime)
        #expect(race.events[1...2] == [.wait(until: timeout), .start(1, at: timeout)])

        let given = ScriptedRace(.noResponse, .noResponse)
        _ = fetch(over: given, timeout: .milliseconds(399), maxTime: maxTime)
        #expect(given.events[1...2] == [.wait(until: .milliseconds(399)), .start(1, at: .milliseconds(399))])
    }

    @Test func defaults_areThoseOfTheContract() {
        #expect(FetchWithFallback.defaultTimeout == .milliseconds(800))
        #expect(FetchWithFallback.defaultMaxTime == .seconds(5))
        let race = ScriptedRace(.noResponse, .noResponse)
        _ = FetchWithFallback().execute(race)
        #expect(
            race.events == [
                .start(0, at: .zero), .wait(until: .milliseconds(800)), .start(1, at: .milliseconds(800)),
                .wait(until: .seconds(5)),
            ])
    }

    @Test func execute_whenThePrimaryFailsAtTheDeadline_doesNotAskTheFallback() {
        let race = ScriptedRace(.failure(Self.error, after: .seconds(5)), .quote(after: .zero))
        #expect(fetch(over: race, timeout: .seconds(5)) == [.failure("binance", Self.error)])
        #expect(race.now == .seconds(5))
    }

    @Test func execute_whenAFailureIsNoticedAfterTheDeadline_doesNotAskTheFallback() {
        let race = ScriptedRace(
            .failure(Self.error, after: .milliseconds(700)), .quote(after: .zero), delays: [.seconds(6)])
        #expect(fetch(over: race) == [.failure("binance", Self.error)])
    }

    @Test func execute_whenTheTimeoutIsNoticedAfterTheDeadline_doesNotAskTheFallback() {
        let race = ScriptedRace(.noResponse, .quote(after: .zero), delays: [.milliseconds(4200)])
        #expect(fetch(over: race) == [.failure("binance", .timedOut(after: .seconds(5)))])
        #expect(race.events.count == 2)
    }

    @Test func execute_whenAWaitEndsTooEarly_waitsAgain() {
        let race = ScriptedRace(.noResponse, .noResponse, delays: [.milliseconds(-1), .zero, .milliseconds(-1)])
        _ = fetch(over: race)
        #expect(
            race.events == [
                .start(0, at: .zero), .wait(until: .milliseconds(800)), .wait(until: .milliseconds(800)),
                .start(1, at: .milliseconds(800)), .wait(until: .seconds(5)), .wait(until: .seconds(5)),
            ])
    }

    @Test func execute_whenMaxTimeIsZero_stillAsksThePrimary() {
        let race = ScriptedRace(.quote(after: .milliseconds(1)), .quote(after: .zero))
        #expect(fetch(over: race, maxTime: .zero) == [.failure("binance", .timedOut(after: .zero))])
    }

    @Test func execute_whenItBeginsLate_countsTheTimeoutFromThereAndTheDeadlineFromTheBeginningOfTheRun() {
        let race = ScriptedRace(.noResponse, .noResponse, startingAt: .milliseconds(300))
        #expect(
            fetch(over: race) == [
                .failure("binance", .timedOut(after: .milliseconds(4700))),
                .failure("coinbase", .timedOut(after: .milliseconds(3900))),
            ])
        #expect(
            race.events == [
                .start(0, at: .milliseconds(300)), .wait(until: .milliseconds(1100)),
                .start(1, at: .milliseconds(1100)),
                .wait(until: .seconds(5)),
            ])
    }

    @Test func execute_whenItBeginsJustBeforeTheDeadline_doesNotWaitForTheTimeout() {
        let race = ScriptedRace(.noResponse, .noResponse, startingAt: .milliseconds(4900))
        #expect(fetch(over: race) == [.failure("binance", .timedOut(after: .milliseconds(100)))])
        #expect(race.events == [.start(0, at: .milliseconds(4900)), .wait(until: .seconds(5))])
    }

    @Test func execute_whenItBeginsAfterTheDeadline_asksThePrimaryAndDoesNotWait() {
        let race = ScriptedRace(.noResponse, .noResponse, startingAt: .seconds(6))
        #expect(fetch(over: race) == [.failure("binance", .timedOut(after: .zero))])
        #expect(race.now == .seconds(6))
    }

    @Test func execute_withoutAFallback_failsWithThePrimaryOrAtTheDeadline() {
        let failing = ScriptedRace(.failure(Self.error, after: .seconds(1)))
        #expect(fetch(over: failing) == [.failure("binance", Self.error)])
        #expect(failing.now == .seconds(1))

        let silent = ScriptedRace(.noResponse)
        #expect(fetch(over: silent) == [.failure("binance", .timedOut(after: .seconds(5)))])
        #expect(silent.events == [.start(0, at: .zero), .wait(until: .seconds(5))])
    }

    @Test func execute_withoutSources_doesNotWait() {
        let race = ScriptedRace()
        #expect(fetch(over: race) == [])
        #expect(race.events == [])
    }

    private func fetch(
        over race: ScriptedRace, timeout: Duration? = nil, maxTime: Duration = .seconds(5)
    ) -> [SourceReport] {
        FetchWithFallback(FetchLimits(timeout: timeout, maxTime: maxTime)).execute(race)
    }
}
