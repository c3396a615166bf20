import StubExchange
import Testing

extension EndToEnd {
    /// What the tests of the exchanges show, once more through the complete program.
    @Suite struct BodyTests {
        @Test(arguments: [
            #"{"symbol":"BTCUSDT"}"#, #"{"symbol":"BTCUSDT","price":null}"#, #"{"symbol":"BTCUSDT","price":68901.23}"#,
            #"{"symbol":"BTCUSDT","price":""}"#, #"{"symbol":"BTCUSDT","price":"-1"}"#,
            #"{"symbol":"BTCUSDT","price":"0.00000000"}"#, #"{"symbol":"BTCUSDT","price":"NaN"}"#,
            #"{"symbol":"BTCUSDT","price":"1e999"}"#, #"{"symbol":"BTCUSDT","price":"5abc"}"#,
            #"{"symbol":"BTCUSDT","price":"1.5.5"}"#, #"{"symbol":"BTCUSDT","price":"0x10"}"#,
            #"{"symbol":"BTCUSDT","price":"68,901.23"}"#, #"{"symbol":"BTCUSDT","price":" 68901.23"}"#,
            #"{"symbol":"BTCUSDT","price":"١٢٣"}"#, #"{"symbol":"ETHUSDT","price":"68901.23"}"#,
            #"{"symbol":"BTCUSDT","price":"1","price":"2"}"#, #"{"code":0,"msg":"restricted location"}"#,
            #"{"symbol":"BTCUSDT","price":"123456789012345678901234567890123456789012345678901234567890"}"#,
            "null", "[]", "68901.23", "\u{0}", "\u{feff}{}",
        ])
        func invalidData_isTheSourcesFailure(_ body: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("body", .respond(body: body))
            let run = try box.run("-v")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            #expect(run.errors.hasPrefix("btcq: binance: invalid data ("), "\(run)")
        }

        @Test(arguments: [
            Array(repeating: UInt8(ascii: "["), count: 20_000), Array(repeating: UInt8(ascii: "{"), count: 20_000),
            Array(#"{"symbol":"BTCUSDT","price":"1","x":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8),
            Array(repeating: UInt8(ascii: "\""), count: 65_000), [0xFF], Array(repeating: 0, count: 65_536),
        ])
        func hostileBytes_neverCrash(_ body: [UInt8]) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("body", .respond(body: body))
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
        }
    }
}
