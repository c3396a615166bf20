import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

/// What one source's body contains and another's does not. What is the same for all sources is tested with
/// `SourceCase`.
@Suite struct SourceBodyTests {
    private static let noPrice = PriceLoadingError.invalidData("no price")
    private static let notOnePair = PriceLoadingError.invalidData("not exactly one pair")
    private static let notOpen = PriceLoadingError.invalidData("the market is not open")
    private static let notTicker = PriceLoadingError.invalidData("not a ticker")
    private static let wrongPair = PriceLoadingError.wrongPair
    private static let unavailable = reported("EService:Unavailable")

    private static func reported(_ message: String) -> PriceLoadingError { .rejected("the source reports \(message)") }
    private static let rateLimited = PriceLoadingError.rateLimited("rate limited", at: .now, for: nil)

    /// The correct body of a source's first pair with a part that is replaced, and what a response with status 200
    /// leads to.
    private static let errors: [(source: String, part: String, replacements: [String], error: PriceLoadingError)] = [
        ("binance", "BTCUSDT", ["ETHUSDT", "BTCUSD", "BTCUSDT ", "btcusdt", ""], wrongPair),
        ("binance", #""BTCUSDT""#, ["null", #"["BTCUSDT"]"#], wrongPair),
        ("binance", #""symbol":"BTCUSDT","#, [""], wrongPair),
        ("binance", "lastPrice", ["price"], noPrice),
        ("binance", "{", [#"{"code":-1121,"msg":"Invalid symbol.","#], reported("Invalid symbol.")),
        ("bitflyer", "BTC_JPY", ["ETH_JPY", "FX_BTC_JPY", "btc_jpy", ""], wrongPair),
        ("bitflyer", #""BTC_JPY""#, ["null", #"["BTC_JPY"]"#], wrongPair),
        ("bitflyer", #""product_code":"BTC_JPY","#, [""], wrongPair),
        ("bitflyer", "RUNNING", ["CLOSED", "PREOPEN", "CIRCUIT BREAK", "", "running"], notOpen),
        ("bitflyer", #""RUNNING""#, ["null", #"["RUNNING"]"#], notOpen),
        ("bitflyer", #""state":"RUNNING","#, [""], notOpen),
        ("bitflyer", "ltp", ["price"], noPrice),
        ("bitflyer", "{", [#"{"error_message":"Over API limit per period","#], rateLimited),
        ("bitflyer", "{", [#"{"error_message":"Invalid product","#], reported("Invalid product")),
        ("coingecko", "bitcoin", ["ethereum"], noPrice), ("coingecko", #""usd":"#, [#""eur":"#], wrongPair),
        ("coingecko", "{", [#"{"status":{"error_code":429,"error_message":"exceeded"},"#], rateLimited),
        ("coingecko", "{", [#"{"status":{"error_code":10005,"error_message":"Pro only"},"#], reported("Pro only")),
        ("coinbasespot", #""BTC""#, [#""ETH""#, #""btc""#, #""""#, "null", #"["BTC"]"#], wrongPair),
        ("coinbasespot", #""base":"BTC","#, [""], wrongPair),
        ("coinbasespot", #""USD""#, [#""EUR""#, #""usd""#, #""""#, "null"], wrongPair),
        ("coinbasespot", #","currency":"USD""#, [""], wrongPair),
        ("coinbasespot", "amount", ["price"], noPrice), ("coinbasespot", #""data""#, [#""Data""#], noPrice),
        (
            "coinbasespot", "{", [#"{"errors":[{"id":"not_found","message":"Invalid base currency"}],"#],
            reported("Invalid base currency")
        ),
        ("coinbasespot", "{", [#"{"errors":[{"id":"not_found"}],"#, #"{"errors":[1],"#], reported("an error")),
        (
            "bitstamp", "{", [#"{"reason":"\#(String(repeating: "x", count: 61))","#],
            reported(String(repeating: "x", count: 60) + "...")
        ),
        (
            "bitstamp", "{",
            [#""ETH/USD""#, #""BTC/JPY""#, #""BTCUSD""#, #""btcusd""#, #""""#, "null", "1"].map { #"{"pair":\#($0),"# },
            wrongPair
        ),
        (
            "bitstamp", #""last""#,
            [#""400.001""#, #""400.0021""#, "400.002", "null"].map { #""response_code":\#($0),"price""# }, noPrice
        ),
        ("bitstamp", #""last""#, ["002", "067", "068"].map { #""response_code":"400.\#($0)","last""# }, rateLimited),
        ("bitstamp", "{", [#"{"reason":"Invalid pair","#], reported("Invalid pair")),
        ("coinbase", #""price""#, [#""last""#], noPrice),
        ("coinbase", "{", [#"{"message":"NotFound","#], reported("NotFound")),
        ("cryptocompare", #""BTC""#, [#""ETH""#, "null"], wrongPair),
        ("cryptocompare", #""USD""#, [#""EUR""#, "1"], wrongPair),
        ("cryptocompare", "PRICE", ["price"], noPrice),
        ("cryptocompare", "RAW", ["DISPLAY"], noPrice),
        ("cryptocompare", "{\"RAW", [#"{"PRICE":1,"Type":99,"raw"#], noPrice),
        (
            "cryptocompare", "{\"RAW", ["2", "9", #""99""#].map { #"{"Response":"Error","Type":\#($0),"RAW"# },
            reported("an error")
        ),
        ("cryptocompare", "{\"RAW", [#"{"Response":"Error","Type":99,"RAW"#], rateLimited),
        ("kraken", "XXBTZUSD", ["XXBTZEUR", "XXBTZUSDT", "USDXBT", "XBT", "USD", "xxbtzusd", "XTBUSD", ""], wrongPair),
        ("kraken", #"{"XXBTZUSD""#, [#"{},"result2":{"XXBTZUSD""#, #"{"XBTUSD":{"c":["2"]},"XXBTZUSD""#], notOnePair),
        ("kraken", #""result""#, [#""results""#, #""result":[{"c":["1"]}],"results""#], notOnePair),
        ("cryptocompare", "{", [#"{"Response":"Error","Message":"no key","#], reported("no key")),
        (
            "kraken", "[]", [#"["EService:Unavailable"]"#, #"["WGeneral:Danger","EService:Unavailable"]"#],
            unavailable
        ),
        ("kraken", "[]", [#"[""]"#, "[1]"], reported("an error")),
        ("kraken", "[]", [#""EService:Unavailable""#], unavailable), ("kraken", "[]", ["null"], notTicker),
        ("kraken", #""error":[],"#, [""], notTicker),
        ("kraken", #"["68901.23","0.1"]"#, ["[]", #""1""#], noPrice),
        ("kraken", #""c":"#, [#""a":"#], noPrice),
        (
            "kraken", "[]",
            [
                #"["EGeneral:Too many requests"]"#, #"["EAPI:Rate limit exceeded"]"#,
                #"["EService:Unavailable","EAPI:Rate limit exceeded"]"#, #"["EGeneral:Temporary lockout"]"#,
                #"["EService: Throttled"]"#,
            ], rateLimited
        ),
    ]

    @Test(arguments: errors)
    func price_whenPartOfBodyIsReplaced_isError(
        _ name: String, _ part: String, _ replacements: [String], _ error: PriceLoadingError
    ) throws {
        let source = try SourceCase.named(name)
        for replacement in replacements {
            let body = try source.body(replacing: part, with: replacement)
            #expect(source.price(in: body) == .failure(error), "\(replacement)")
            // A rate limit in the source's own terms has any status.
            guard case .rateLimited = error else { continue }
            for status in [400, 403, 503] {
                let expected = PriceLoadingError.rateLimited(
                    "HTTP \(status) (rate limited)", at: .now, for: .seconds(3))
                let price = source.price(in: body, status: status, headers: ["Retry-After: 3"])
                #expect(price == .failure(expected), "\(replacement)")
            }
        }
    }

    @Test(arguments: [
        // Whole yen are written with a fraction.
        ("bitflyer", "68901.23", "13632921.0", "13632921"), ("bitflyer", "68901.23", "31690.5", "31690.5"),
        ("bitstamp", "{", #"{"pair":"BTC/USD","#, "68901.23"), ("cryptocompare", "68901.23", "1e5", "100000"),
        ("coinbasespot", "{", #"{"errors":[],"warnings":[{"message":"Please supply API version"}],"#, "68901.23"),
        ("cryptocompare", "68901.23", "6.890123E+4", "68901.23"),
        ("cryptocompare", "68901.23", "1.50e-7", "0.00000015"),
        ("cryptocompare", #""FROMSYMBOL":"BTC","TOSYMBOL":"USD","#, "", "68901.23"),
        ("kraken", #""c""#, #""a":["1","2"],"b":["3"],"o":"9","c""#, "68901.23"),
        ("kraken", "[]", #"["WGeneral:Danger"]"#, "68901.23"),
    ])
    func price_whenBodyDiffersInAnAllowedWay_isThatOfLastTrade(
        _ name: String, _ part: String, _ replacement: String, _ digits: String
    ) throws {
        let source = try SourceCase.named(name)
        #expect(source.price(in: try source.body(replacing: part, with: replacement)) == .success(digits))
    }

    /// Recorded responses have the real ones.
    @Test(arguments: [
        (
            "binance", #"{"code":-1220,"msg":"The symbol's status does not match."}"#, 400,
            "The symbol's status does not match."
        ),
        ("coingecko", #"{"status":{"error_code":10005,"error_message":"Pro only"}}"#, 400, "Pro only"),
        ("coingecko", #"{"error":"Missing parameter vs_currencies"}"#, 422, "Missing parameter vs_currencies"),
        ("coinbase", #"{"message":"User-Agent header is required."}"#, 400, "User-Agent header is required."),
        ("kraken", #"{"error":["EService:Unavailable"]}"#, 503, "EService:Unavailable"),
        ("bitflyer", #"{"status":-100,"error_message":"Invalid product","data":null}"#, 400, "Invalid product"),
    ])
    func error_inTheSourcesOwnWords_isReportedWithTheStatus(
        _ name: String, _ body: String, _ status: Int, _ words: String
    ) throws {
        let source = try SourceCase.named(name)
        #expect(
            source.price(in: body.utf8, status: status)
                == .failure(.rejected("HTTP \(status), the source reports \(words)")))
        #expect(source.price(in: body.utf8) == .failure(Self.reported(words)))
        // These say more by themselves.
        for (status, error) in [
            (302, .rejected("HTTP 302 (has moved?)")), (401, .rejected("HTTP 401")),
            (403, .blocked("HTTP 403", isCertain: false)), (405, .blocked("HTTP 405", isCertain: false)),
        ] as [(Int, PriceLoadingError)] {
            #expect(source.price(in: body.utf8, status: status) == .failure(error))
        }
    }

    /// Wrapped bitcoin (`WBTCUSD`), ether in bitcoin (`XBTETHUSD`) and futures (`BTCPERPUSD`) are other markets.
    @Test(arguments: SourceCase.all.filter { $0.name == "kraken" }, ["", "X", "W", "T", "XX", "x", "/"])
    func price_ofKraken_isReadOnlyIfKeyIsBitcoinAndCurrency(_ source: SourceCase, _ prefix: String) {
        for name in ["XBT", "BTC", "ETH", "XBTC"] {
            for suffix in ["", "Z", "/", "ETH", "PERP", "Z/", "ZZ", "X", " "] {
                let bitcoin = prefix + name + suffix
                let isBitcoin = bitcoin.wholeMatch(of: /X?(XBT|BTC)[Z\/]?/) != nil
                let body = #"{"error":[],"result":{"\#(bitcoin)\#(source.code)":{"c":["7","1"]}}}"#
                #expect(source.price(in: body.utf8) == (isBitcoin ? .success("7") : .failure(.wrongPair)), "\(bitcoin)")
            }
        }
    }

    /// The time in the text comes before `Retry-After`, and is compared with the response's own clock.
    @Test(
        arguments: [
            ("1761595006", .seconds(7)), ("1761594998", .seconds(-1)), ("soon", .seconds(3)), ("", .seconds(3)),
        ] as [(String, Duration)])
    func throttling_ofKraken_lastsUntilTheTimeInItsText(_ time: String, _ duration: Duration) throws {
        let headers = ["Retry-After: 3", "Date: Mon, 27 Oct 2025 19:56:39 GMT"]
        for text in ["EService: Throttled: \(time)", "EService:Throttled: \(time)", "EService:Throttled:\(time)"] {
            let body = #"{"error":["\#(text)"]}"#
            let price = try SourceCase.named("kraken").price(in: body.utf8, headers: headers)
            #expect(price == .failure(.rateLimited("rate limited", at: .now, for: duration)), "\(text)")
        }
    }

    private static let longChange = "-99." + String(repeating: "9", count: 40)

    /// Whatever an earlier price is written like.
    @Test(arguments: [
        ("binance", "67345.10000000", ["206703.70", "22967.07", "1"], ["206703.69", "22967.08", "0", "-1", ""]),
        ("bitstamp", "67345.10", ["206703.70", "22967.07"], ["206703.69", "22967.08"]),
        ("cryptocompare", "67345.1", ["206703.70", "22967.07"], ["206703.69", "22967.08", "null", "[]"]),
        ("kraken", #""c":"#, [#""o":"206703.70","c":"#], [#""o":"206703.69","c":"#, #""o":["1"],"c":"#]),
        (
            "coingecko", "2.31",
            ["200.001", "-66.68", "-66.6700001", "-100", "-250", "1e9", "1e300", "-1E+99999", longChange],
            ["200", "-66.67", "null", "[]", #""-99""#, "0e99999", "1e-99999"]
        ),
    ])
    func quote_whenThePriceIsVeryDifferentFromAnEarlierOne_isDoubtful(
        _ name: String, _ part: String, _ different: [String], _ others: [String]
    ) throws {
        let source = try SourceCase.named(name)
        func isDoubtful(_ replacement: String) throws -> Bool {
            let result = source.result(of: try source.body(replacing: part, with: replacement))
            guard case .doubtful(let quote, let doubt, let earlierPrice) = result else { return false }
            return quote.price.description == "68901.23" && doubt.earlierPrice == earlierPrice && doubt.sent == nil
        }
        for text in different { #expect(try isDoubtful(text), "\(text)") }
        for text in others { #expect(try !isDoubtful(text), "\(text)") }
    }

    @Test(arguments: [
        ("2.31", "2.31"), ("-2.315", "-2.32"), ("0", "0.00"), ("-0.0", "0.00"), ("0e5", "0.00"), ("0.125", "0.12"),
        ("1e2", "100.00"), ("-99", "-99.00"), ("9900", "9900.00"), ("1e-7", "0.00"), ("-1E-7", "0.00"),
        // More than a hundredfold, or no number.
        ("-100", nil), ("9901", nil), ("1e9", nil), ("1e99999", nil), ("null", nil), (#""2.31""#, nil), ("[]", nil),
    ])
    func change_ofCoinGecko_isRoundedFromItsText(_ text: String, _ change: String?) throws {
        let source = try SourceCase.named("coingecko")
        let quote = try source.quote(in: source.body(replacing: "2.31", with: text)).get()
        #expect(quote.change?.percent == change)
    }
}
