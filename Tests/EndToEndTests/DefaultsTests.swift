import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Which sources a run asks, in which currency: options, then variables, then the order of the sources.
    ///
    /// All sources fail here, so that a run asks each that it may ask.
    @Suite struct DefaultsTests {
        private struct Case: Sendable, CustomStringConvertible {
            var variables: [String: String] = [:]
            var options: [String] = []
            let asked: [String]

            var description: String { "\(variables) \(options)" }
        }

        private static let key = ["CRYPTOCOMPARE_API_KEY": "s3cret"]

        /// The first two sources; CryptoCompare only with a key. SourcesDefaultTests has the other currencies.
        private static let defaults = [
            Case(asked: ["binance USD", "coinbase USD"]),
            Case(variables: key, asked: ["binance USD", "cryptocompare USD"]),
        ]

        /// What is left open beside an option.
        private static let options = [
            Case(options: ["--primary=kraken"], asked: ["kraken USD", "binance USD"]),
            Case(options: ["--primary=binance"], asked: ["binance USD", "coinbase USD"]),
            Case(options: ["--fallback=binance"], asked: ["coinbase USD", "binance USD"]),
            Case(options: ["--fallback=kraken"], asked: ["binance USD", "kraken USD"]),
            Case(options: ["--fallback=none"], asked: ["binance USD"]),
            Case(options: ["-skraken"], asked: ["kraken USD"]),
            Case(options: ["-skraken", "--fallback=binance"], asked: ["kraken USD", "binance USD"]),
            Case(options: ["--primary=kraken", "--currency=GBP"], asked: ["kraken GBP", "coinbase GBP"]),
            Case(options: ["--primary=kraken", "--currency=JPY"], asked: ["kraken JPY", "bitflyer JPY"]),
            Case(options: ["--fallback=kraken", "--currency=JPY"], asked: ["bitflyer JPY", "kraken JPY"]),
            Case(options: ["--fallback=kraken", "--currency=CAD"], asked: ["kraken CAD"]),
            Case(options: ["--fallback=none", "--currency=GBP"], asked: ["coinbase GBP"]),
            Case(options: ["--primary=cryptocompare"], asked: ["cryptocompare USD", "binance USD"]),
            Case(
                options: ["--primary=cryptocompare", "--currency=JPY"], asked: ["cryptocompare JPY", "kraken JPY"]),
            Case(variables: key, options: ["--fallback=binance"], asked: ["cryptocompare USD", "binance USD"]),
        ]

        /// They are the defaults of their options, and an empty one is none.
        private static let variables = [
            Case(variables: ["BTCQ_CURRENCY": "eur"], asked: ["binance EUR", "coinbase EUR"]),
            Case(variables: ["BTCQ_CURRENCY": "JPY"], asked: ["kraken JPY", "bitflyer JPY"]),
            Case(variables: ["BTCQ_PRIMARY": "kraken"], asked: ["kraken USD", "binance USD"]),
            Case(variables: ["BTCQ_PRIMARY": "Kraken"], asked: ["kraken USD", "binance USD"]),
            Case(variables: ["BTCQ_FALLBACK": "kraken"], asked: ["binance USD", "kraken USD"]),
            Case(variables: ["BTCQ_FALLBACK": "binance"], asked: ["coinbase USD", "binance USD"]),
            Case(variables: ["BTCQ_FALLBACK": "none"], asked: ["binance USD"]),
            Case(
                variables: ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "bitstamp", "BTCQ_CURRENCY": "EUR"],
                asked: ["kraken EUR", "bitstamp EUR"]),
            Case(variables: ["BTCQ_PRIMARY": "cryptocompare"], asked: ["cryptocompare USD", "binance USD"]),
            Case(
                variables: ["BTCQ_PRIMARY": "", "BTCQ_FALLBACK": "", "BTCQ_CURRENCY": ""],
                asked: ["binance USD", "coinbase USD"]),
            Case(
                variables: ["BTCQ_CURRENCY": "JPY"], options: ["--currency=GBP"], asked: ["coinbase GBP", "kraken GBP"]),
            Case(
                variables: ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "bitstamp"],
                options: ["--primary=coinbase", "--fallback=none"], asked: ["coinbase USD"]),
            Case(
                variables: ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "bitstamp"], options: ["-scoinbase"],
                asked: ["coinbase USD"]),
            Case(
                variables: ["BTCQ_PRIMARY": "kraken"], options: ["--fallback=bitstamp"],
                asked: ["kraken USD", "bitstamp USD"]),
        ]

        /// A variable that an option replaces is not read.
        private static let replacedVariables = [
            Case(
                variables: ["BTCQ_CURRENCY": "GBP"], options: ["--primary=kraken"],
                asked: ["kraken GBP", "coinbase GBP"]),
            Case(
                variables: ["BTCQ_CURRENCY": "JPY", "BTCQ_PRIMARY": "binance"], options: ["-skraken"],
                asked: ["kraken JPY"]),
            Case(
                variables: ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "kraken"], options: ["--primary=bitstamp"],
                asked: ["bitstamp USD", "kraken USD"]),
            Case(
                variables: ["BTCQ_PRIMARY": "nobody", "BTCQ_FALLBACK": "nobody", "BTCQ_CURRENCY": "XYZ"],
                options: ["-skraken", "--currency=EUR"], asked: ["kraken EUR"]),
        ]

        private static let cases = defaults + options + variables + replacedVariables

        @Test(arguments: cases.indices)
        func sourcesAndCurrency_areThoseOfTheOptionsThenOfTheVariables(_ index: Int) throws {
            let (box, run) = try run(Self.cases[index].variables, Self.cases[index].options)
            #expect(run.status == 1, "\(run)")
            #expect(box.asked == Self.cases[index].asked, "\(Self.cases[index]) \(run)")
        }

        /// No option replaces these.
        @Test(arguments: [
            (["BTCQ_PRIMARY": "nobody"], ["--fallback=kraken"], "BTCQ_PRIMARY: nobody is not one of "),
            (["BTCQ_FALLBACK": "nobody"], ["--primary=kraken"], "BTCQ_FALLBACK: nobody is not one of "),
            (["BTCQ_PRIMARY": "none"], [], "BTCQ_PRIMARY: none is not one of "),
            (
                ["BTCQ_CURRENCY": "XYZ"], ["-skraken"],
                "BTCQ_CURRENCY: XYZ is not one of \(SourceList.currencies.joined(separator: ", "))\n"
            ),
        ])
        func wrongVariable_isAUsageErrorThatNamesIt(
            _ variables: [String: String], _ options: [String], _ message: String
        ) throws {
            let (box, run) = try run(variables, options)
            #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("btcq: \(message)"), "\(run)")
            #expect(run.errors.hasSuffix("\nTry 'man btcq'.\n"), "\(run)")
            #expect(box.exchange.connections == 0 && !FileManager.default.fileExists(atPath: box.cacheDirectory))
        }

        /// Variables that do not fit together with each other or with the options.
        private static let collisions: [(variables: [String: String], options: [String], message: String)] = [
            (
                ["BTCQ_FALLBACK": "kraken"], ["--primary=kraken"],
                "BTCQ_FALLBACK: kraken is both primary and fallback; use --fallback binance"
            ),
            (
                ["BTCQ_PRIMARY": "kraken"], ["--fallback=kraken"],
                "BTCQ_PRIMARY: kraken is both primary and fallback; use --primary binance"
            ),
            (
                ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "kraken"], [],
                "BTCQ_FALLBACK: kraken is both primary and fallback; use --fallback binance"
            ),
            (
                ["BTCQ_CURRENCY": "JPY", "BTCQ_FALLBACK": "kraken"], ["--primary=kraken"],
                "BTCQ_FALLBACK: kraken is both primary and fallback; use --fallback bitflyer"
            ),
            (
                ["BTCQ_PRIMARY": "binance"], ["--currency=GBP"],
                "BTCQ_PRIMARY: binance does not quote GBP; use --primary coinbase"
            ),
            (
                ["BTCQ_FALLBACK": "bitflyer"], ["--currency=GBP"],
                "BTCQ_FALLBACK: bitflyer does not quote GBP; use --fallback coinbase"
            ),
            (
                ["BTCQ_PRIMARY": "bitflyer", "BTCQ_FALLBACK": "kraken"], ["--currency=GBP"],
                "BTCQ_PRIMARY: bitflyer does not quote GBP; use --primary coinbase"
            ),
            (
                ["BTCQ_PRIMARY": "binance", "BTCQ_FALLBACK": "coinbase"], ["--currency=JPY"],
                "BTCQ_PRIMARY: binance does not quote JPY; use --source kraken"
            ),
            (
                ["BTCQ_CURRENCY": "JPY"], ["--primary=binance"],
                "BTCQ_CURRENCY: binance does not quote JPY; use --currency USD"
            ),
            (
                ["BTCQ_CURRENCY": "GBP"], ["--fallback=bitflyer"],
                "BTCQ_CURRENCY: bitflyer does not quote GBP; use --currency JPY"
            ),
            (
                ["BTCQ_CURRENCY": "GBP"], ["-sbitflyer"],
                "BTCQ_CURRENCY: bitflyer does not quote GBP; use --currency JPY"
            ),
            (
                ["BTCQ_CURRENCY": "JPY", "BTCQ_PRIMARY": "binance"], [],
                "BTCQ_PRIMARY: binance does not quote JPY; use --primary kraken"
            ),
            (
                ["BTCQ_CURRENCY": "GBP", "BTCQ_FALLBACK": "bitflyer"], [],
                "BTCQ_FALLBACK: bitflyer does not quote GBP; use --fallback coinbase"
            ),
            (
                ["BTCQ_CURRENCY": "JPY", "BTCQ_PRIMARY": "binance"], ["--fallback=coinbase"],
                "BTCQ_PRIMARY: binance does not quote JPY; use --source kraken"
            ),
        ]

        @Test(arguments: collisions.indices)
        func variable_whenItDoesNotFit_isAUsageErrorWithARemedyThatWorks(_ index: Int) throws {
            let (variables, options, message) = Self.collisions[index]
            let (box, run) = try run(variables, options)
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            #expect(run.errors == "btcq: \(message)\nTry 'man btcq'.\n", "\(run)")
            #expect(box.exchange.connections == 0 && !FileManager.default.fileExists(atPath: box.cacheDirectory))
            let remedy = try #require(message.split(separator: "; use ").last).split(separator: " ").map(String.init)
            try self.run(variables, options + remedy).run.expect { $0.status == 1 }
        }

        @Test func optionsAreCheckedBeforeVariables_andTheseBeforeBaseURLs() throws {
            let variables = ["BTCQ_CURRENCY": "XYZ", "BTCQ_BINANCE_URL": "nonsense"]
            let options = ["--primary=kraken", "--fallback=kraken"]
            try run(variables, options).run.expect {
                $0.errors.hasPrefix("btcq: kraken is both primary and fallback\n")
            }
            try run(variables, []).run.expect { $0.errors.hasPrefix("btcq: BTCQ_CURRENCY: ") }
            try run(variables, ["--currency=USD"]).run.expect { $0.errors.hasPrefix("btcq: BTCQ_BINANCE_URL: ") }
        }

        @Test func help_namesEachVariableBesideItsOption() throws {
            let help = try Sandbox().run("--help").text
            for (option, variable) in [
                ("primary", "BTCQ_PRIMARY"), ("fallback", "BTCQ_FALLBACK"), ("currency", "BTCQ_CURRENCY"),
            ] {
                let entry = help.split(separator: "\n      --\(option) ").dropFirst().first
                let upToTheNext = entry?.split(separator: "--").first
                #expect(upToTheNext?.contains("$\(variable)") == true, "\(help)")
            }
        }

        private func run(
            _ variables: [String: String], _ options: [String]
        ) throws -> (box: Sandbox, run: Sandbox.Outcome) {
            let box = try Sandbox()
            box.setAll("status-500")
            box.environment.merge(variables) { $1 }
            return (box, try box.run(options.map { Array($0.utf8) }))
        }
    }
}
