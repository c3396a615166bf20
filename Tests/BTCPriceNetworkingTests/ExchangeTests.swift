import BTCPriceCore
import BTCPriceJSON
import Testing

@testable import BTCPriceNetworking

/// What one source's body contains and another's does not. What is the same for all sources is tested with `SourceCase`.
@Suite struct ExchangeTests {
    private static let noPrice = PriceLoadingError.invalidData("no price")
    private static let notOnePair = PriceLoadingError.invalidData("not exactly one pair")
    private static let notOpen = PriceLoadingError.invalidData("the market is not open")
    private static let notTicker = PriceLoadingError.invalidData("not a ticker")
    private static let wrongPair = PriceLoadingError.wrongPair
    private static let errorBody = PriceLoadingError.errorWithSuccessStatus
    private static let rateLimited = PriceLoadingError.rateLimited("rate limited", for: nil)

    /// Of a response with status 200 to a request for the source's first pair.
    private static let errors: [(source: String, error: PriceLoadingError, bodies: [String])] = [
        (
            "binance", wrongPair,
            [
                #"{"price":"1"}"#, #"{"symbol":null,"price":"1"}"#, #"{"symbol":"ETHUSDT","price":"1"}"#,
                #"{"symbol":"BTCUSD","price":"1"}"#, #"{"symbol":"BTCUSDT ","price":"1"}"#,
                #"{"symbol":"btcusdt","price":"1"}"#, #"{"symbol":["BTCUSDT"],"price":"1"}"#,
            ]
        ),
        ("binance", noPrice, [#"{"symbol":"BTCUSDT","price":"1"}"#]),
        (
            "bitflyer", wrongPair,
            [
                #"{"state":"RUNNING","ltp":1}"#, #"{"product_code":null,"state":"RUNNING","ltp":1}"#,
                #"{"product_code":"ETH_JPY","state":"RUNNING","ltp":1}"#,
                #"{"product_code":"FX_BTC_JPY","state":"RUNNING","ltp":1}"#,
                #"{"product_code":"btc_jpy","state":"RUNNING","ltp":1}"#,
                #"{"product_code":["BTC_JPY"],"state":"RUNNING","ltp":1}"#,
                #"{"status":-100,"error_message":"Invalid product","data":null}"#,
            ]
        ),
        (
            "bitflyer", notOpen,
            ["CLOSED", "PREOPEN", "CIRCUIT BREAK", "", "running"].map {
                #"{"product_code":"BTC_JPY","state":"\#($0)","ltp":1}"#
            } + [
                #"{"product_code":"BTC_JPY","ltp":1}"#, #"{"product_code":"BTC_JPY","state":null,"ltp":1}"#,
                #"{"product_code":"BTC_JPY","state":["RUNNING"],"ltp":1}"#,
            ]
        ),
        (
            "bitstamp", wrongPair,
            [#""ETH/USD""#, #""BTC/JPY""#, #""BTCUSD""#, #""btcusd""#, #""""#, "null", "1"].map {
                #"{"last":"7","pair":\#($0)}"#
            }
        ),
        (
            "bitstamp", rateLimited,
            ["400.002", "400.067", "400.068"].map { #"{"status":"error","reason":"","response_code":"\#($0)"}"# }
        ),
        (
            "bitstamp", noPrice,
            [#""400.001""#, #""400.0021""#, "400.002", "null"].map { #"{"status":"error","response_code":\#($0)}"# }
        ),
        ("coinbase", noPrice, [#"{"message":"NotFound"}"#]),
        (
            "cryptocompare", wrongPair,
            [
                #"{"RAW":{"FROMSYMBOL":"ETH","TOSYMBOL":"USD","PRICE":1}}"#,
                #"{"RAW":{"FROMSYMBOL":"BTC","TOSYMBOL":"EUR","PRICE":1}}"#,
                #"{"RAW":{"FROMSYMBOL":null,"PRICE":1}}"#, #"{"RAW":{"TOSYMBOL":1,"PRICE":1}}"#,
            ]
        ),
        (
            "cryptocompare", noPrice,
            [
                #"{"DISPLAY":{"PRICE":"$ 103,457.5"},"PRICE":1}"#, #"{"RAW":{"price":1}}"#, #"{"Type":99}"#,
            ]
        ),
        (
            "cryptocompare", errorBody,
            [
                #"{"Response":"Error","Type":2,"RAW":{"PRICE":1}}"#, #"{"Response":"Error","Type":9}"#,
                #"{"Response":"Error","Type":"99"}"#,
            ]
        ),
        ("cryptocompare", rateLimited, [#"{"Response":"Error","Type":99,"RAW":{"PRICE":1}}"#]),
        (
            "kraken", wrongPair,
            [
                "XXBTZEUR", "XETHZUSD", "XXBTZUSDT", "USDXBT", "USDBTC", "XBT", "BTC", "USD", "xxbtzusd", "XTBUSD",
                "BTCEUR", "BTUSD", "",
            ].map { #"{"error":[],"result":{"\#($0)":{"c":["7","1"]}}}"# }
        ),
        (
            "kraken", notOnePair,
            [
                #"{"error":[],"result":{}}"#, #"{"error":[]}"#, #"{"error":[],"result":[{"c":["1"]}]}"#,
                #"{"error":[],"result":{"XXBTZUSD":{"c":["1"]},"XBTUSD":{"c":["2"]}}}"#,
            ]
        ),
        (
            "kraken", errorBody,
            [
                #"{"error":["EService:Unavailable"]}"#, #"{"error":["E"],"result":{"XXBTZUSD":{"c":["1"]}}}"#,
                #"{"error":["EGeneral:Too many requests, please"]}"#,
            ]
        ),
        (
            "kraken", notTicker,
            [
                #"{"error":"E","result":{"XXBTZUSD":{"c":["1"]}}}"#, #"{"result":{"XXBTZUSD":{"c":["1"]}}}"#,
                #"{"error":null,"result":{"XXBTZUSD":{"c":["1"]}}}"#,
            ]
        ),
        (
            "kraken", noPrice,
            [#"{"c":[]}"#, #"{"c":"1"}"#, #"{"a":["1"]}"#].map { #"{"error":[],"result":{"XXBTZUSD":\#($0)}}"# }
        ),
        (
            "kraken", rateLimited,
            [
                #"{"error":["EGeneral:Too many requests"]}"#, #"{"error":["EAPI:Rate limit exceeded"]}"#,
                #"{"error":["EService:Unavailable","EAPI:Rate limit exceeded"]}"#,
            ]
        ),
    ]

    @Test(arguments: errors)
    func price_whenSourcesBodyIsNotAPrice_throws(_ name: String, _ error: PriceLoadingError, _ bodies: [String]) throws
    {
        let source = try #require(SourceCase.onePerSource.first { $0.name == name })
        for body in bodies { #expect(source.price(in: body.utf8) == .failure(error), "\(body)") }
        // A rate limit in the source's own terms has any status.
        guard case .rateLimited = error else { return }
        for (body, status) in zip(bodies, [400, 403, 503]) {
            let expected = PriceLoadingError.rateLimited("HTTP \(status) (rate limited)", for: .seconds(3))
            let price = source.price(in: body.utf8, status: status, headers: ["Retry-After: 3"])
            #expect(price == .failure(expected), "\(body)")
        }
    }

    @Test(arguments: [
        // Whole yen are written with a fraction.
        ("bitflyer", #"{"product_code":"BTC_JPY","state":"RUNNING","best_bid":1.0,"ltp":13632921.0}"#, "13632921"),
        ("bitflyer", #"{"product_code":"BTC_JPY","state":"RUNNING","best_ask":2.0,"ltp":31690.5}"#, "31690.5"),
        ("bitstamp", #"{"last":"7","pair":"BTC/USD"}"#, "7"),
        ("cryptocompare", #"{"RAW":{"PRICE":7.5}}"#, "7.5"), ("cryptocompare", #"{"RAW":{"PRICE":1e5}}"#, "100000"),
        ("cryptocompare", #"{"RAW":{"PRICE":6.890123E+4}}"#, "68901.23"),
        ("cryptocompare", #"{"RAW":{"PRICE":1.50e-7}}"#, "0.00000015"),
        ("kraken", #"{"error":[],"result":{"XXBTZUSD":{"a":["1","2"],"b":["3"],"c":["7.5","8"],"o":"9"}}}"#, "7.5"),
    ])
    func price_whenSourcesBodyContainsOthers_isThatOfLastTrade(
        _ name: String, _ body: String, _ digits: String
    ) throws {
        let source = try #require(SourceCase.onePerSource.first { $0.name == name })
        #expect(source.price(in: body.utf8) == .success(digits))
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

    @Test(arguments: [
        ("bitflyer", #"{"timestamp":"2025-10-27T19:56:39.1234567"}"#, 1_761_594_999_123),
        ("bitflyer", #"{"timestamp":"2025-10-27T19:56:39.97Z"}"#, 1_761_594_999_970),
        ("bitflyer", #"{"timestamp":"2025-10-27T19:56:39"}"#, 1_761_594_999_000),
        ("coinbase", #"{"time":"2025-10-27T19:56:39.016274911Z"}"#, 1_761_594_999_016),
        ("coinbase", #"{"time":"2025-10-27T19:56:39Z"}"#, 1_761_594_999_000),
    ])
    func priceTime_whenFractionHasAnyLength_isInUTC(_ name: String, _ body: String, _ milliseconds: Int64) throws {
        let source = try #require(SourceCase.onePerSource.first { $0.name == name })
        let time = source.exchange.priceTime(in: try JSONValue(parsing: Array(body.utf8)))
        #expect(time == Timestamp(milliseconds: milliseconds))
    }

    @Test func headers_whenThereIsAKey_containItAsAuthorization() {
        #expect(CryptoCompare().headers(key: "KEY") == ["Authorization: Apikey KEY"])
    }

    @Test func note_whenBinancesPairIsInDollars_mentionsTether() {
        #expect(Binance().source.pairs.map { $0.note?.contains("tether") } == [true, nil])
    }
}
