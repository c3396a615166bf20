import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

/// A price is at most 15 minutes old by every clock that there is (Bitstamp sends the time of its price, Binance none).
@Suite struct OutdatedPriceTests {
    /// 2025-10-27T19:56:39Z
    private static let now = Timestamp(milliseconds: 1_761_594_999_000)

    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// In minutes before now; nil if the response does not say.
        var price: Int64?
        var date: Int64?
        var dateText: String?
        var age: String?
        /// What is wrong; nil: the price is live.
        var error: String?
    }

    @Test(arguments: [
        Example(testDescription: "all fresh", price: 1, date: 0),
        Example(testDescription: "old by the source's clock", price: 16, date: 0, error: "price is 16m old"),
        Example(
            testDescription: "ahead of the source's clock", price: -16, date: 0, error: "price is 16m in the future"),
        Example(testDescription: "kept by an HTTP cache", price: 5, date: 4, age: "900", error: "price is 16m old"),
        Example(testDescription: "kept by an HTTP cache, without a time", age: "901", error: "price is 15m old"),
        Example(testDescription: "an age that cannot be read", price: 1, date: 0, age: "-36000"),
        Example(
            testDescription: "old, without a Date", price: 16,
            error: "price is 16m old, or the clock of this machine is wrong"),
        Example(
            testDescription: "old, with a Date that cannot be read", price: 16, dateText: "today",
            error: "price is 16m old, or the clock of this machine is wrong"),
        Example(
            testDescription: "in the future, without a Date", price: -16,
            error: "price is 16m in the future, or the clock of this machine is wrong"),
        Example(
            testDescription: "old, with a Date in an obsolete form", price: 16, dateText: "Mon Oct 27 19:56:39 2025",
            error: "price is 16m old"),
        Example(testDescription: "neither Date nor time", price: nil),
    ]) func price_isLiveOnlyIfEveryClockAllows(_ example: Example) {
        let reason = error(of: example)
        #expect(reason == example.error.map { .invalidData($0) })
    }

    @Test func responseThatWasSentLongAgo_isRejectedByThisMachinesClock() throws {
        let example = Example(testDescription: "", price: 600, date: 600)
        guard case .sentLongAgo(let quote, let sent)? = error(of: example) else {
            Issue.record("it is not rejected")
            return
        }
        #expect(quote.timestamp == Self.now)
        #expect(Self.now - sent == .seconds(36_000))
    }

    private func error(of example: Example) -> PriceLoadingError? {
        func time(_ minutes: Int64) -> Timestamp { Self.now + .seconds(-60 * minutes) }
        var head = ResponseHead()
        let date = example.dateText ?? example.date.map { time($0).httpDate }
        for line in [date.map { "Date: \($0)" }, example.age.map { "Age: \($0)" }].compactMap({ $0 }) {
            head.append(line: line.utf8, status: 200)
        }
        let timestamp = example.price.map { #","timestamp":"\#(time($0).seconds)""# } ?? ""
        let body = Array(#"{"last":"68901.23"\#(timestamp)}"#.utf8)
        do throws(PriceLoadingError) {
            _ = try Bitstamp().quote(
                in: HTTPResponse(status: 200, body: body, head: head), for: TradingPair(.usd, "BTC/USD"), hasKey: false,
                receivedAt: Self.now)
            return nil
        } catch {
            return error
        }
    }
}

extension Timestamp {
    /// In the usual form, on any day.
    fileprivate var httpDate: String {
        let parts = iso8601Seconds.split { "-T:Z".contains($0) }
        return "Mon, \(parts[2]) Oct \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
    }
}
