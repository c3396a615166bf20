import SampleValues
import Testing

@testable import BTCPriceCore

/// What two reports mean together. The primary is binance, the fallback coinbase.
@Suite struct SecondOpinionTests {
    /// What a source has sent.
    struct Answer {
        var price = "68901.23"
        /// The earlier price beside it.
        var before: EarlierPrice?
        /// When it was sent, in seconds before its receipt, if that is long ago.
        var sentAgo: Int?
        /// How long HTTP caches have kept it, in seconds.
        var age = 0
        /// In milliseconds after the run's start.
        var received = 100

        func report(_ endpoint: Endpoint) -> SourceReport {
            let quote = PriceQuote.sample(price, from: endpoint.sourceName, at: .now + .milliseconds(received))
            let sent = sentAgo.map {
                Doubt.SendingTime(date: .ago(.seconds($0)), clockAtReceipt: .ago(.seconds($0 - age)))
            }
            let isContradicted = before?.isContradicted(by: quote.price) == true
            let doubt = Doubt(byPrice: isContradicted ? before : nil, byTime: sent)
            return SourceReport(endpoint, doubt.map { .doubtful(quote, $0, before) } ?? .quote(quote, before))
        }
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let primary: Answer?
        let fallback: Answer?
        /// The source whose quote is printed; nil: none.
        let winner: Endpoint?

        init(_ situation: String, _ primary: Answer?, _ fallback: Answer?, _ winner: Endpoint?) {
            (testDescription, self.primary, self.fallback, self.winner) = (situation, primary, fallback, winner)
        }
    }

    private static func of24HoursBefore(_ price: String) -> EarlierPrice? {
        Price(price.utf8).map { .of24HoursBefore($0) }
    }
    private static func changed(_ percent: String) -> EarlierPrice {
        .change(
            Percentage(DecimalNumber(sample: percent.filter { $0 != "-" }), isNegative: percent.hasPrefix("-")))
    }

    private static let before = of24HoursBefore("67345.10")
    private static let usual = Answer(before: before)
    private static let withoutBefore = Answer()
    private static let slip = Answer(price: "857.70", before: before)
    private static let old = Answer(before: before, sentAgo: 36_000)
    private static let oldSlip = Answer(price: "857.70", before: before, sentAgo: 36_000)

    private static let cases = [
        Case("both usual", usual, usual, .binance),
        Case("no earlier price, no doubt", Answer(price: "857.70"), nil, .binance),
        Case("a slip, and nobody else", slip, nil, nil),
        Case("a slip, and a usual price", slip, usual, .coinbase),
        Case("a usual price, and a slip", usual, slip, .binance),
        Case("a slip, and a price without an earlier one", slip, withoutBefore, .coinbase),
        Case("the same slip without an earlier price", slip, Answer(price: "860"), .binance),
        Case("another slip without an earlier price", slip, Answer(price: "1000"), nil),
        Case(
            "a slip by its change, and a usual price", Answer(price: "857.70", before: changed("-98.75")),
            withoutBefore, .coinbase),
        Case(
            "a slip by its change, and another without one", Answer(price: "857.70", before: changed("-98.75")),
            Answer(price: "1000"), nil),
        Case(
            "an impossible change is no measure for another source", Answer(price: "857.70", before: changed("-100")),
            Answer(price: "1000"), .coinbase),
        // The market has moved.
        Case("both have fallen", slip, Answer(price: "860", before: before), .binance),
        Case(
            "both have risen", Answer(price: "999999", before: before), Answer(price: "999998", before: before),
            .binance),
        Case("the fallback was first", Answer(price: "860", before: before, received: 200), slip, .coinbase),
        Case("at the same time", slip, slip, .binance),
        Case("a tenth more", Answer(price: "1000", before: before), Answer(price: "1100", before: before), .binance),
        Case(
            "more than that", Answer(price: "1000", before: before), Answer(price: "1100.00000001", before: before), nil
        ),
        Case(
            "less than that", Answer(price: "1100.00000001", before: before), Answer(price: "1000", before: before), nil
        ),
        Case("a fall and a rise", slip, Answer(price: "999999", before: before), nil),
        // By this machine's clock.
        Case("sent long ago, and nobody else", old, nil, nil),
        Case("sent long ago, and a usual response", old, usual, .coinbase),
        Case("both sent long ago", old, old, .binance),
        Case("both, the fallback first", Answer(before: before, sentAgo: 36_000, received: 200), old, .coinbase),
        Case("clocks that differ by 299 s", old, Answer(sentAgo: 36_299), .binance),
        Case("by 300 s", old, Answer(sentAgo: 36_300), nil),
        Case("by 300 s the other way", old, Answer(sentAgo: 35_700), nil),
        Case("by 300 s, which a cache explains", old, Answer(sentAgo: 36_300, age: 300), .binance),
        Case("the same time, 300 s of it in a cache", old, Answer(sentAgo: 36_000, age: 300), nil),
        // Both.
        Case("both sent long ago, one is a slip", oldSlip, old, .coinbase),
        Case("both sent long ago, the other is a slip", old, oldSlip, .binance),
        Case("both sent long ago, both have fallen", oldSlip, oldSlip, .binance),
        Case(
            "both sent long ago, with different slips", oldSlip, Answer(price: "1000", before: before, sentAgo: 36_000),
            nil),
        Case("one sent long ago, the other a slip", old, slip, nil),
        Case("a slip sent long ago, and a slip", oldSlip, slip, nil),
        Case("sent long ago, and a slip without an earlier price", old, Answer(price: "857.70"), nil),
        Case("a slip sent long ago, and a usual price", oldSlip, withoutBefore, .coinbase),
    ]

    @Test(arguments: cases)
    func winner_isACertainQuoteOrTheFirstOfTwoThatConfirmEachOther(_ test: Case) {
        let reports = SecondOpinion.judgedByEachOther([
            test.primary?.report(.binance) ?? .failure(.binance, .serverError),
            test.fallback?.report(.coinbase) ?? .failure(.coinbase, .serverError),
        ])
        #expect(SecondOpinion.winner(among: reports).map { reports[$0].endpoint } == test.winner)
    }

    @Test func winner_ofOneSource_isNeverDoubtful() {
        #expect(SecondOpinion.winner(among: [Self.usual.report(.binance)]) == 0)
        #expect(SecondOpinion.winner(among: [Self.slip.report(.binance)]) == nil)
        #expect(SecondOpinion.winner(among: []) == nil)
    }

    @Test(
        arguments: [
            (of24HoursBefore("100"), "300", false), (of24HoursBefore("100"), "300.00000001", true),
            (of24HoursBefore("300"), "100", false), (of24HoursBefore("300.00000001"), "100", true),
            (of24HoursBefore("0.0000000000000000000000000001"), "9999999999999999999999999999", true),
            (.ofMidnight(Price("100".utf8)!), "300", false), (.ofMidnight(Price("100".utf8)!), "300.1", true),
            // Of a change, the number as it was sent decides, whatever the price.
            (changed("200"), "1", false), (changed("200.001"), "1", true), (changed("-66.67"), "1", false),
            (changed("-66.67001"), "1", true), (changed("-100"), "1", true), (changed("-250"), "1", true),
            (changed("0"), "1", false), (changed("99999999999999999999999999"), "1", true),
        ] as [(EarlierPrice?, String, Bool)])
    func earlierPrice_isContradictedByMoreThanThreeTimesOrLessThanAThird(
        _ before: EarlierPrice?, _ price: String, _ isContradicted: Bool
    ) throws {
        #expect(try #require(before).isContradicted(by: #require(Price(price.utf8))) == isContradicted)
    }

    @Test(arguments: [
        ("100", "50"), ("-50", "200"), ("0", "100"), ("2.31", "97.74"), ("-99.99", "1000000"), ("-100", nil),
        ("-250", nil),
        ("9999999999999999999", nil),
    ])
    func change_asPrice_isThatBeforeIt(_ percent: String, _ before: String?) throws {
        let price = Self.changed(percent).asPrice(beside: try #require(Price("100".utf8)))
        #expect(price == before.flatMap(Self.of24HoursBefore))
    }
}
