import Foundation
import StubExchange
import Testing

extension EndToEnd {
    @Suite struct CurrencyTests {
        @Test(arguments: Fixture.allPairs)
        func source_isAskedForItsPairWhichEveryOutputNames(_ fixturePair: Fixture.Pair) throws {
            let (source, currency, pair) = (fixturePair.source, fixturePair.currency, fixturePair.name)
            let target = try Fixture.named(source).target(for: currency)
            let box = try Sandbox()
            let named = { (options: [String]) in
                try box.run((["-s", source, "--currency", currency] + options).map { Array($0.utf8) })
            }
            let run = try named(["--json"])
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            #expect(run.text.hasPrefix(#"{"price":68901.23,"currency":"\#(currency)","pair":"\#(pair)","#), "\(run)")
            #expect(box.exchange.requests.map(\.target) == ["/ok\(target)"])
            #expect(box.cached(currency)?.pair == pair)
            #expect(box.cached(currency)?.currency == currency)
            let row = try named(["--csv"])
            #expect(row.text.hasSuffix(",68901.23,\(currency),\(pair),\(source),false,false,0\n"), "\(row)")
            let line = try named(["--offline", "--template", "{pair} {currency}"])
            #expect(line.text == "\(pair) \(currency)\n", "\(line)")
        }

        @Test(arguments: SourceList.currencies)
        func price_isWrittenAsItsCurrencyIs(_ currency: String) throws {
            let symbol = SourceList.symbol(currency)
            let (price, oneDecimal) = (symbol + (currency == "JPY" ? "68,901" : "68,901.23"), "\(symbol)68,901.2")
            let box = try Sandbox()
            try box.run("--currency", currency).expect { $0.text.hasPrefix("\(price) 2") }
            let printed = { (options: [String]) in
                try box.run((["-o", "--currency", currency] + options).map { Array($0.utf8) })
            }
            try printed(["--decimals", "1"]).expect { $0.text.hasPrefix("\(oneDecimal) 2") }
            try printed(["--template", "{price}|{price:1}|{number}"]).expect {
                $0.text == "\(price)|\(oneDecimal)|68901.23\n"
            }
            try printed(["-n"]).expect { $0.text == "68901.23\n" }
            try printed(["-f", "waybar"]).expect { $0.text.hasPrefix(#"{"text":"\#(price) ("#) }
            try printed(["-f", "waybar", "--decimals", "1"]).expect { $0.text.hasPrefix(#"{"text":"\#(oneDecimal) ("#) }
            try printed(["-f", "xbar"]).expect { $0.text.hasPrefix("\(price) (") }
            try printed(["-f", "xbar", "--decimals", "1"]).expect { $0.text.hasPrefix("\(oneDecimal) (") }
        }

        @Test(arguments: ["eur", "Eur", "EUR", "eUR"])
        func code_isTakenInAnyCaseAndKeptInCapitals(_ code: String) throws {
            let box = try Sandbox()
            let run = try box.run("--currency=\(code)", "--template", "{currency}")
            #expect(run.status == 0 && run.text == "EUR\n", "\(run)")
            #expect(box.asked == ["binance EUR"])
            let files = try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory)
            #expect(files.contains("BTC-EUR.json"))
        }

        @Test(arguments: [
            ("XYZ", nil), ("EU", "EUR"), ("EURO", "EUR"), ("€", nil), ("USDT", "USD"), ("", nil),
        ])
        func currency_whenUnknown_isAUsageErrorThatListsTheOthers(_ code: String, _ suggestion: String?) throws {
            let box = try Sandbox()
            let run = try box.run("--currency", code)
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            let shown = code.isEmpty ? "''" : code
            let end = suggestion.map { " (did you mean \($0)?)" } ?? ""
            let message =
                "btcq: --currency: \(shown) is not one of \(SourceList.currencies.joined(separator: ", "))\(end)"
            #expect(run.errors == "\(message)\nTry 'btcq --help'.\n", "\(run)")
            #expect(box.exchange.connections == 0 && !FileManager.default.fileExists(atPath: box.cacheDirectory))
        }

        @Test(arguments: [
            (["--primary", "binance"], "GBP", "--primary: binance"),
            (["--fallback", "bitflyer"], "GBP", "--fallback: bitflyer"),
            (["-s", "coinbase"], "JPY", "--source: coinbase"),
            (["--primary", "kraken", "--fallback", "coinbase"], "CAD", "--fallback: coinbase"),
        ])
        func source_whenItDoesNotQuoteTheCurrency_isAUsageErrorThatListsTheOthers(
            _ options: [String], _ currency: String, _ mistake: String
        ) throws {
            let box = try Sandbox()
            for arguments in [options + ["--currency", currency], ["--currency", currency] + options] {
                let run = try box.run(arguments.map { Array($0.utf8) })
                #expect(run.status == 2 && run.output.isEmpty, "\(run)")
                let others = try SourceList.quoting(currency).joined(separator: ", ")
                let message = "btcq: \(mistake) does not quote \(currency); sources that do: \(others)"
                #expect(run.errors == "\(message)\nTry 'btcq --help'.\n", "\(run)")
            }
            #expect(box.exchange.connections == 0)
        }

        @Test(arguments: [["eur"], ["--eur"], ["--EUR"]])
        func currencyWithoutItsOption_isAUsageErrorThatNamesTheOption(_ arguments: [String]) throws {
            let run = try Sandbox().run(arguments.map { Array($0.utf8) })
            #expect(run.status == 2 && run.errors.contains("did you mean --currency "), "\(run)")
        }

        /// A body that is right in every way but for the currency.
        @Test(arguments: Fixture.all.filter(\.namesItsPair))
        func response_inAnotherCurrency_isInvalidInEveryCurrency(_ fixture: Fixture) throws {
            let source = fixture.name
            for asked in fixture.pairs {
                for other in fixture.pairs where other.currency != asked.currency {
                    let box = try Sandbox()
                    box.environment["BTCQ_\(source.uppercased())_URL"] = box.exchange.on(
                        "other", .respond(body: try fixture.body(currency: other.currency)))
                    let run = try box.run("-s", source, "--currency", asked.currency)
                    #expect(run.status == 1 && run.output.isEmpty, "\(run)")
                    #expect(
                        run.errors == "btcq: no quote: \(source): invalid data (not the pair asked for)\n", "\(run)")
                }
            }
        }

        /// Bitstamp's response for one pair names none; if it names one, that one counts.
        @Test(arguments: [
            ("USD", "BTC/EUR", false), ("EUR", "BTC/USD", false), ("EUR", "BTC/EUR", true), ("GBP", "BTC/EUR", false),
            ("GBP", "BTC/GBP", true),
        ])
        func bitstampsPair_isTheOneAskedForWhereItIsNamed(
            _ currency: String, _ named: String, _ isTaken: Bool
        ) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BITSTAMP_URL"] = box.exchange.on(
                "named", .respond(body: #"{"last":"68901.23","pair":"\#(named)"}"#))
            let run = try box.run("-s", "bitstamp", "--currency", currency)
            #expect(run.status == (isTaken ? 0 : 1), "\(run)")
        }
    }
}
