import BTCPriceCore
import Platform
import Testing

@testable import BTCQCommand

/// Options and environment variables together.
@Suite struct VariablesTests {
    private static let sources = Names.sources.joined(separator: ", ")
    private static let notJPY = "binance does not quote JPY; sources that do: \(Names.quoting(.jpy))"
    private static let notUSD = "bitflyer does not quote USD; sources that do: "

    /// A command with its variables, and the currency and the sources of the run or its usage error.
    private static let commands = [
        ("btcq", "USD binance, bitstamp"), ("btcq --currency EUR", "EUR binance, bitstamp"),
        ("btcq --currency GBP", "GBP bitstamp, coinbase"), ("btcq --currency JPY", "JPY kraken, bitflyer"),
        ("btcq --currency CAD", "CAD kraken, none"), ("btcq -s kraken --fallback binance", "USD kraken, binance"),
        ("btcq --fallback kraken -s kraken", "USD kraken, none"),
        ("btcq -s kraken --primary binance", "USD binance, none"),
        ("BTCQ_CURRENCY=eur BTCQ_PRIMARY=KRAKEN BTCQ_FALLBACK=Coinbase btcq", "EUR kraken, coinbase"),
        ("BTCQ_FALLBACK=None btcq", "USD binance, none"),
        ("BTCQ_CURRENCY= BTCQ_PRIMARY= BTCQ_FALLBACK= btcq", "USD binance, bitstamp"),
        ("CRYPTOCOMPARE_API_KEY=k btcq", "USD binance, cryptocompare"),
        ("CRYPTOCOMPARE_API_KEY=k btcq --currency JPY", "JPY cryptocompare, kraken"),
        ("BTCQ_CURRENCY=JPY btcq --primary bitflyer", "JPY bitflyer, kraken"),
        // An option replaces its variable, whatever that contains.
        ("BTCQ_FALLBACK=x btcq --fallback kraken", "USD binance, kraken"),
        ("BTCQ_CURRENCY=x btcq --currency EUR", "EUR binance, bitstamp"),
        ("BTCQ_PRIMARY=x BTCQ_FALLBACK=x btcq --source kraken", "USD kraken, none"),
        // No name.
        (
            "BTCQ_PRIMARY=binance,kraken btcq",
            "BTCQ_PRIMARY: binance,kraken is not one of \(sources) (did you mean BTCQ_PRIMARY=binance BTCQ_FALLBACK=kraken?)"
        ),
        ("BTCQ_PRIMARY=none btcq", "BTCQ_PRIMARY: none is not one of \(sources)"),
        ("BTCQ_CURRENCY=x BTCQ_FALLBACK=y btcq", "BTCQ_FALLBACK: y is not one of \(sources), none"),
        ("BTCQ_CURRENCY=x btcq", "BTCQ_CURRENCY: x is not one of \(Names.currencies.joined(separator: ", "))"),
        // The currency: the error names what chose the source.
        ("BTCQ_PRIMARY=binance btcq --currency jpy", "BTCQ_PRIMARY: \(notJPY)"),
        ("BTCQ_CURRENCY=JPY btcq --primary binance", "--primary: \(notJPY)"),
        ("BTCQ_CURRENCY=JPY btcq --fallback binance", "--fallback: \(notJPY)"),
        ("BTCQ_CURRENCY=JPY btcq --primary kraken -s binance", "--source: \(notJPY)"),
        ("BTCQ_CURRENCY=JPY btcq -s kraken --primary binance", "--primary: \(notJPY)"),
        // Named are sources that can be chosen: not the other one, and only with a key if they need one.
        (
            "BTCQ_CURRENCY=JPY btcq -s kraken --fallback binance",
            "--fallback: binance does not quote JPY; sources that do: \(Names.quoting(.jpy, besides: "kraken"))"
        ),
        (
            "BTCQ_FALLBACK=kraken btcq --primary bitflyer",
            "--primary: \(notUSD)\(Names.quoting(.usd, besides: "kraken"))"
        ),
        ("btcq -s bitflyer", "--source: \(notUSD)\(Names.quoting(.usd))"),
        (
            "CRYPTOCOMPARE_API_KEY=k btcq --currency CAD -s binance",
            "--source: binance does not quote CAD; sources that do: cryptocompare, kraken"
        ),
        ("btcq --currency CAD -s binance", "--source: binance does not quote CAD; sources that do: kraken"),
        // No source is left.
        (
            "BTCQ_CURRENCY=CAD BTCQ_FALLBACK=binance btcq --primary kraken",
            "BTCQ_FALLBACK: binance does not quote CAD; use --fallback none"
        ),
        (
            "btcq --currency CAD --primary binance --fallback kraken",
            "--primary: binance does not quote CAD; use --source kraken"
        ),
        // The same source twice.
        ("BTCQ_PRIMARY=kraken btcq --fallback kraken", "BTCQ_PRIMARY: kraken is both primary and fallback"),
        ("BTCQ_PRIMARY=kraken BTCQ_FALLBACK=kraken btcq", "BTCQ_FALLBACK: kraken is both primary and fallback"),
        ("btcq -s kraken --fallback KRAKEN", "--source: kraken is both primary and fallback"),
        ("btcq -s binance --fallback kraken --primary kraken", "--fallback: kraken is both primary and fallback"),
    ]

    @Test(arguments: commands)
    func optionsAndVariables_chooseTheSourcesOrAreTheErrorOfOneOfThem(_ command: String, _ expected: String) {
        let words = BTCQCommandTests.arguments(of: command)
        let variables = words.prefix { $0 != "btcq" }
        let environment = Environment { name in
            variables.first { $0.hasPrefix("\(name)=") }.map { Array($0.utf8.dropFirst(name.utf8.count + 1)) }
        }
        do throws(UsageError) {
            var options = try parse(Array(words.dropFirst(variables.count + 1)))
            try options.applyVariables(environment)
            let selection = try options.sourceSelection(environment)
            let names = "\(selection.primary.name), \(selection.fallback?.name ?? "none")"
            #expect("\(selection.currency.code) \(names)" == expected)
        } catch {
            #expect(error.message(hasKey: environment.isSet) == expected)
            #expect(error.hint == (expected.hasPrefix("BTCQ_") ? "Try 'man btcq'." : "Try 'btcq --help'."))
        }
    }

    @Test(arguments: ["BTCQ_PRIMARY", "BTCQ_FALLBACK", "BTCQ_CURRENCY"])
    func variable_whenItIsNotUTF8_isAUsageError(_ name: String) throws {
        var options = RunOptions()
        let error = try #require(throws: UsageError.self) {
            try options.applyVariables(Environment { $0 == name ? [0x6B, 0xFF] : nil })
        }
        #expect(error.message.hasPrefix("\(name): k\u{FFFD} is not one of "), "\(error.message)")
    }
}
