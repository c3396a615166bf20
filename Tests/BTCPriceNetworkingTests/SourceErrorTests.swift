import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

/// What a source reports in the body of a response with status 200 is told in its own words.
@Suite struct SourceErrorTests {
    @Test(arguments: [
        ("binance", #"{"code":-1121,"msg":"Invalid symbol."}"#, "the source reports Invalid symbol."),
        ("kraken", #"{"error":["EService:Unavailable"]}"#, "the source reports EService:Unavailable"),
        (
            "kraken", #"{"error":["WDatabase:Slow","EQuery:Unknown asset pair"]}"#,
            "the source reports EQuery:Unknown asset pair"
        ),
        ("kraken", #"{"error":[1]}"#, "the source reports an error"),
        ("bitstamp", #"{"status":"error","reason":"Not found","code":"404"}"#, "the source reports Not found"),
        ("bitstamp", #"{"status":"error","reason":{"__all__":["x"]}}"#, "the source reports an error"),
        ("coinbase", #"{"message":"NotFound"}"#, "the source reports NotFound"),
        (
            "bitflyer", #"{"status":-100,"error_message":"Invalid product","data":null}"#,
            "the source reports Invalid product"
        ),
        (
            "cryptocompare", #"{"Response":"Error","Message":"fsym is invalid","Type":2}"#,
            "the source reports fsym is invalid"
        ),
        ("cryptocompare", #"{"Response":"Error"}"#, "the source reports an error"),
        (
            "coingecko",
            #"{"status":{"error_code":403,"error_message":"Please add a descriptive User-Agent to your request. Thanks."}}"#,
            "the source reports Please add a descriptive User-Agent to your request. Than..."
        ),
    ]) func error_inASuccessfulResponse_isTold(_ name: String, _ body: String, _ reason: String) throws {
        #expect(try error(name, body) == .rejected(reason))
    }

    @Test func rateLimit_inASuccessfulResponseOfCoinGecko_isOne() throws {
        let body = #"{"status":{"error_code":429,"error_message":"You've exceeded the Rate Limit."}}"#
        #expect(try error("coingecko", body) == .rateLimited("rate limited", for: nil))
    }

    private func error(_ name: String, _ body: String) throws -> PriceLoadingError? {
        let api = try #require(SourceRegistry.all.first { $0.name == name })
        do throws(PriceLoadingError) {
            _ = try api.quote(
                in: HTTPResponse(status: 200, body: Array(body.utf8)), for: api.pairs[0], hasKey: true,
                receivedAt: Timestamp(milliseconds: 0))
            return nil
        } catch {
            return error
        }
    }
}
