import BTCPriceCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct FetchWithFallbackTests {
    private let clock = ManualClock()
    private let primary = ControlledLoader("binance")
    private let fallback = ControlledLoader("coinbase")

    @Test func primaryAnswers_itsQuoteWinsAndTheFallbackIsNotAsked() async throws {
        let fetch = start()
        await primary.waitUntilAsked()
        primary.answer(.success(.from("binance")))
        #expect(try await fetch.value.get() == .from("binance"))
        #expect(!fallback.wasAsked)
    }

    @Test func primaryFails_theFallbackIsAskedAtOnce() async throws {
        let fetch = start()
        await primary.waitUntilAsked()
        primary.answer(.failure(.unexpectedStatus(451)))
        await fallback.waitUntilAsked()
        #expect(clock.now.offset == .zero)
        fallback.answer(.success(.from("coinbase")))
        #expect(try await fetch.value.get() == .from("coinbase"))
    }

    @Test func primaryIsSlow_theFallbackIsAskedAsWellAtTheTimeout() async throws {
        let fetch = start(timeout: .milliseconds(800))
        await primary.waitUntilAsked()
        await clock.waitForSleepers(2)
        clock.advance(to: .milliseconds(799))
        #expect(!fallback.wasAsked)
        clock.advance(to: .milliseconds(800))
        await fallback.waitUntilAsked()
        fallback.answer(.success(.from("coinbase")))
        #expect(try await fetch.value.get() == .from("coinbase"))
    }

    @Test func latePrimary_stillCounts() async throws {
        let fetch = start()
        await primary.waitUntilAsked()
        await clock.waitForSleepers(2)
        clock.advance(to: .milliseconds(800))
        await fallback.waitUntilAsked()
        fallback.answer(.failure(.invalidPrice))
        primary.answer(.success(.from("binance")))
        #expect(try await fetch.value.get() == .from("binance"))
    }

    @Test func bothFail_theErrorCarriesBothCausesInOrder() async {
        let fetch = start()
        await primary.waitUntilAsked()
        primary.answer(.failure(.unexpectedStatus(451)))
        await fallback.waitUntilAsked()
        fallback.answer(.failure(.networkFailure("connection refused")))
        await #expect(throws: failure(.unexpectedStatus(451), .networkFailure("connection refused"))) {
            try await fetch.value.get()
        }
    }

    @Test func deadline_endsTheFetchAlthoughTheLoadersIgnoreCancellation() async {
        let fetch = start()
        await primary.waitUntilAsked()
        await clock.waitForSleepers(2)
        clock.advance(to: .milliseconds(800))
        await fallback.waitUntilAsked()
        clock.advance(to: .seconds(5))
        await #expect(
            throws: failure(.noAnswer(within: .seconds(5)), .noAnswer(within: .milliseconds(4200)))
        ) {
            try await fetch.value.get()
        }
        #expect(primary.wasCancelled && fallback.wasCancelled)
    }

    @Test func timeoutBeyondTheDeadline_asksTheFallbackOnFailureOnly() async {
        let fetch = start(timeout: .seconds(9), maxTime: .seconds(5))
        await primary.waitUntilAsked()
        await clock.waitForSleepers(1)
        clock.advance(to: .seconds(5))
        await #expect(throws: failure(.noAnswer(within: .seconds(5)))) { try await fetch.value.get() }
        #expect(!fallback.wasAsked)
    }

    @Test func primaryFailsPastTheDeadline_theFallbackIsNotAskedAnyMore() async {
        let fetch = start()
        await primary.waitUntilAsked()
        await clock.waitForSleepers(2)
        clock.oversleep(to: .seconds(5))
        primary.answer(.failure(.noAnswer(within: .seconds(5))))
        for _ in 0..<100 { await Task.yield() }
        clock.advance(to: .seconds(5))
        await #expect(throws: failure(.noAnswer(within: .seconds(5)))) { try await fetch.value.get() }
        #expect(!fallback.wasAsked)
    }

    @Test func noTimeAtAll_stillNamesThePrimary() async {
        let fetch = start(maxTime: .zero)
        await #expect(throws: failure(.noAnswer(within: .zero))) { try await fetch.value.get() }
        #expect(!fallback.wasAsked)
    }

    @Test func shortMaxTime_halvesTheTimeout() async throws {
        let fetch = start(timeout: nil, maxTime: .milliseconds(400))
        await primary.waitUntilAsked()
        await clock.waitForSleepers(2)
        clock.advance(to: .milliseconds(200))
        await fallback.waitUntilAsked()
        primary.answer(.success(.from("binance")))
        _ = await fetch.value
    }

    @Test func noFallback_failsWithThePrimary() async {
        let fetch = Task { [primary, clock] in
            await result(of: FetchWithFallback(primary: primary, fallback: nil, clock: clock))
        }
        await primary.waitUntilAsked()
        primary.answer(.failure(.invalidPrice))
        await #expect(throws: failure(.invalidPrice)) { try await fetch.value.get() }
    }

    @Test func sourcesLeftBehind_areReported() async throws {
        let reports = Mutex<[String]>([])
        let fetch = FetchWithFallback(primary: primary, fallback: fallback, clock: clock) { report in
            reports.withLock { $0.append("\(report.source): \(report.result)") }
        }
        let quote = Task { await result(of: fetch) }
        await primary.waitUntilAsked()
        await clock.waitForSleepers(2)
        clock.advance(to: .milliseconds(800))
        await fallback.waitUntilAsked()
        fallback.answer(.success(.from("coinbase")))
        _ = await quote.value
        #expect(reports.withLock(\.self) == ["binance: failure(no answer in 800ms)"])
    }

    private func start(
        timeout: Duration? = .milliseconds(800), maxTime: Duration = .seconds(5)
    ) -> Task<Result<PriceQuote, FetchFailure>, Never> {
        let fetch = FetchWithFallback(
            primary: primary, fallback: fallback, timeout: timeout, maxTime: maxTime, clock: clock)
        return Task { await result(of: fetch) }
    }

    private func failure(_ errors: PriceLoadingError...) -> FetchFailure {
        FetchFailure(
            causes: zip([primary.source, fallback.source], errors).map { FetchFailure.Cause(source: $0, error: $1) })
    }
}

private func result(of fetch: FetchWithFallback) async -> Result<PriceQuote, FetchFailure> {
    do throws(FetchFailure) { return .success(try await fetch.load()) } catch { return .failure(error) }
}
