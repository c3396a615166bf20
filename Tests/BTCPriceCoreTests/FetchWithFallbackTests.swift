import BTCPriceCore
import Testing

@Suite struct FetchWithFallbackTests {
    private static let error = PriceLoadingError.unexpectedStatus(500)
    private static let otherError = PriceLoadingError.networkFailure("connection refused")

    @Test func primaryAnswers_itsQuoteWinsAndTheFallbackIsNotAsked() {
        var race = ScriptedRace(.quote(after: .milliseconds(799)), .quote(after: .zero))
        #expect(fetch(over: &race) == [.quote("binance")])
        #expect(race.events == [.ask(0, at: .zero), .wait(until: .milliseconds(800))])
    }

    @Test func primaryFails_theFallbackIsAskedAtOnce() {
        var race = ScriptedRace(
            .failure(Self.error, after: .milliseconds(100)), .quote(after: .milliseconds(50)))
        #expect(fetch(over: &race) == [.failure("binance", Self.error), .quote("coinbase")])
        #expect(
            race.events == [
                .ask(0, at: .zero), .wait(until: .milliseconds(800)), .ask(1, at: .milliseconds(100)),
                .wait(until: .seconds(5)),
            ])
    }

    @Test func primaryIsSlow_theFallbackIsAskedAsWellAtTheTimeout() {
        var race = ScriptedRace(.silence, .quote(after: .milliseconds(100)))
        #expect(
            fetch(over: &race) == [.failure("binance", .timedOut(after: .milliseconds(900))), .quote("coinbase")])
        #expect(
            race.events == [
                .ask(0, at: .zero), .wait(until: .milliseconds(800)), .ask(1, at: .milliseconds(800)),
                .wait(until: .seconds(5)),
            ])
    }

    @Test func latePrimary_winsBeforeTheFallback() {
        var race = ScriptedRace(.quote(after: .seconds(1)), .quote(after: .seconds(1)))
        #expect(
            fetch(over: &race) == [.quote("binance"), .failure("coinbase", .timedOut(after: .milliseconds(200)))])
    }

    @Test func latePrimary_stillCountsWhenTheFallbackHasFailed() {
        var race = ScriptedRace(.quote(after: .seconds(4)), .failure(Self.error, after: .zero))
        #expect(fetch(over: &race) == [.quote("binance"), .failure("coinbase", Self.error)])
    }

    @Test func primaryFailsAfterTheTimeout_theFallbackIsNotAskedAgain() {
        var race = ScriptedRace(.failure(Self.error, after: .seconds(1)), .quote(after: .seconds(1)))
        #expect(fetch(over: &race) == [.failure("binance", Self.error), .quote("coinbase")])
        #expect(
            race.events == [
                .ask(0, at: .zero), .wait(until: .milliseconds(800)), .ask(1, at: .milliseconds(800)),
                .wait(until: .seconds(5)), .wait(until: .seconds(5)),
            ])
    }

    @Test func bothAnswerAtTheSameMoment_oneQuoteWins() {
        var race = ScriptedRace(.quote(after: .milliseconds(900)), .quote(after: .milliseconds(100)))
        let reports = fetch(over: &race)
        #expect(reports.compactMap(\.quote).count == 1)
        #expect(reports.count == 2)
    }

    @Test func bothFail_theFetchEndsAtOnceWithBothInTheOrderOfTheChoice() {
        var race = ScriptedRace(
            .failure(Self.error, after: .seconds(2)), .failure(Self.otherError, after: .milliseconds(100)))
        #expect(fetch(over: &race) == [.failure("binance", Self.error), .failure("coinbase", Self.otherError)])
        #expect(race.now == .seconds(2))
    }

    @Test func deadline_endsTheFetchAndTellsHowLongEachHad() {
        var race = ScriptedRace(.silence, .silence)
        #expect(
            fetch(over: &race) == [
                .failure("binance", .timedOut(after: .seconds(5))),
                .failure("coinbase", .timedOut(after: .milliseconds(4200))),
            ])
        #expect(race.now == .seconds(5))
    }

    @Test func quoteAtTheDeadline_stillCounts() {
        var race = ScriptedRace(.silence, .quote(after: .milliseconds(4200)), delays: [.zero, .milliseconds(30)])
        #expect(fetch(over: &race).last == .quote("coinbase"))
    }

    @Test(arguments: [Duration.seconds(5), .seconds(9)])
    func timeoutNotBelowMaxTime_asksTheFallbackOnFailureOnly(_ timeout: Duration) {
        var slow = ScriptedRace(.silence, .quote(after: .zero))
        #expect(fetch(over: &slow, timeout: timeout) == [.failure("binance", .timedOut(after: .seconds(5)))])
        #expect(slow.events == [.ask(0, at: .zero), .wait(until: .seconds(5))])

        var failing = ScriptedRace(.failure(Self.error, after: .milliseconds(4999)), .quote(after: .zero))
        #expect(fetch(over: &failing, timeout: timeout) == [.failure("binance", Self.error), .quote("coinbase")])
    }

    @Test func timeoutJustBelowMaxTime_asksTheFallbackAsWell() {
        var race = ScriptedRace(.silence, .quote(after: .zero))
        #expect(fetch(over: &race, timeout: .milliseconds(4999)).last == .quote("coinbase"))
        #expect(race.now == .milliseconds(4999))
    }

    @Test(arguments: [
        (Duration.milliseconds(400), Duration.milliseconds(200)), (.milliseconds(1599), .microseconds(799_500)),
        (.milliseconds(1600), .milliseconds(800)), (.seconds(2), .milliseconds(800)),
        (.seconds(60), .milliseconds(800)),
    ])
    func timeout_isHalfOfAShorterMaxTimeUnlessItIsGiven(_ maxTime: Duration, _ timeout: Duration) {
        var race = ScriptedRace(.silence, .silence)
        _ = fetch(over: &race, maxTime: maxTime)
        #expect(race.events[1...2] == [.wait(until: timeout), .ask(1, at: timeout)])

        var given = ScriptedRace(.silence, .silence)
        _ = fetch(over: &given, timeout: .milliseconds(399), maxTime: maxTime)
        #expect(given.events[1...2] == [.wait(until: .milliseconds(399)), .ask(1, at: .milliseconds(399))])
    }

    @Test func defaults_areThoseOfTheContract() {
        #expect(FetchWithFallback.defaultTimeout == .milliseconds(800))
        #expect(FetchWithFallback.defaultMaxTime == .seconds(5))
        var race = ScriptedRace(.silence, .silence)
        _ = FetchWithFallback()(over: &race)
        #expect(
            race.events == [
                .ask(0, at: .zero), .wait(until: .milliseconds(800)), .ask(1, at: .milliseconds(800)),
                .wait(until: .seconds(5)),
            ])
    }

    @Test func primaryFailsAtTheDeadline_theFallbackIsNotAskedAnyMore() {
        var race = ScriptedRace(.failure(Self.error, after: .seconds(5)), .quote(after: .zero))
        #expect(fetch(over: &race, timeout: .seconds(5)) == [.failure("binance", Self.error)])
        #expect(race.now == .seconds(5))
    }

    @Test func primaryFailsBeforeTheDeadlineButIsHeardBehindIt_theFallbackIsNotAskedAnyMore() {
        var race = ScriptedRace(
            .failure(Self.error, after: .milliseconds(700)), .quote(after: .zero), delays: [.seconds(6)])
        #expect(fetch(over: &race) == [.failure("binance", Self.error)])
    }

    @Test func timeoutThatIsNoticedPastTheDeadline_asksNobody() {
        var race = ScriptedRace(.silence, .quote(after: .zero), delays: [.milliseconds(4200)])
        #expect(fetch(over: &race) == [.failure("binance", .timedOut(after: .seconds(5)))])
        #expect(race.events.count == 2)
    }

    @Test func waitThatEndsTooEarly_isTakenUpAgain() {
        var race = ScriptedRace(.silence, .silence, delays: [.milliseconds(-1), .zero, .milliseconds(-1)])
        _ = fetch(over: &race)
        #expect(
            race.events == [
                .ask(0, at: .zero), .wait(until: .milliseconds(800)), .wait(until: .milliseconds(800)),
                .ask(1, at: .milliseconds(800)), .wait(until: .seconds(5)), .wait(until: .seconds(5)),
            ])
    }

    @Test func noTimeAtAll_stillAsksThePrimary() {
        var race = ScriptedRace(.quote(after: .milliseconds(1)), .quote(after: .zero))
        #expect(fetch(over: &race, maxTime: .zero) == [.failure("binance", .timedOut(after: .zero))])
    }

    @Test func fetchThatBeginsLate_hasTheTimeoutFromThereAndTheDeadlineFromTheBeginningOfTheRun() {
        var race = ScriptedRace(.silence, .silence, startingAt: .milliseconds(300))
        #expect(
            fetch(over: &race) == [
                .failure("binance", .timedOut(after: .milliseconds(4700))),
                .failure("coinbase", .timedOut(after: .milliseconds(3900))),
            ])
        #expect(
            race.events == [
                .ask(0, at: .milliseconds(300)), .wait(until: .milliseconds(1100)), .ask(1, at: .milliseconds(1100)),
                .wait(until: .seconds(5)),
            ])
    }

    @Test func fetchThatBeginsJustBeforeTheDeadline_doesNotWaitForTheTimeout() {
        var race = ScriptedRace(.silence, .silence, startingAt: .milliseconds(4900))
        #expect(fetch(over: &race) == [.failure("binance", .timedOut(after: .milliseconds(100)))])
        #expect(race.events == [.ask(0, at: .milliseconds(4900)), .wait(until: .seconds(5))])
    }

    @Test func fetchThatBeginsBehindTheDeadline_asksThePrimaryAndWaitsForNothing() {
        var race = ScriptedRace(.silence, .silence, startingAt: .seconds(6))
        #expect(fetch(over: &race) == [.failure("binance", .timedOut(after: .zero))])
        #expect(race.now == .seconds(6))
    }

    @Test func withoutAFallback_theFetchFailsWithThePrimaryOrAtTheDeadline() {
        var failing = ScriptedRace(.failure(Self.error, after: .seconds(1)))
        #expect(fetch(over: &failing) == [.failure("binance", Self.error)])
        #expect(failing.now == .seconds(1))

        var silent = ScriptedRace(.silence)
        #expect(fetch(over: &silent) == [.failure("binance", .timedOut(after: .seconds(5)))])
        #expect(silent.events == [.ask(0, at: .zero), .wait(until: .seconds(5))])
    }

    @Test func withoutAnySource_nothingIsWaitedFor() {
        var race = ScriptedRace()
        #expect(fetch(over: &race) == [])
        #expect(race.events == [])
    }

    private func fetch(
        over race: inout ScriptedRace, timeout: Duration? = nil, maxTime: Duration = .seconds(5)
    ) -> [SourceReport] {
        FetchWithFallback(timeout: timeout, maxTime: maxTime)(over: &race)
    }
}
