import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// What only the process shows of an error. The sentences are tested in `MessagesTests`.
    @Suite struct ErrorMessageTests {
        /// What a server that speaks no TLS does after the beginning of a handshake.
        @Test(arguments: [
            ("a portal", .raw("HTTP/1.1 302 Found\r\nLocation: http://portal.example\r\n\r\n"), " (captive portal?)\n"),
            ("it resets the connection", [.reset], "connection reset\n"),
        ])
        func handshake_whenItFails_isReportedWithThePortal(_ name: String, _ steps: [Step], _ reason: String) throws {
            let (box, server) = (try Sandbox(), try StubExchange(onConnect: [.readSomething] + steps))
            box.setURL("binance", "https://127.0.0.1:\(server.port)")
            try box.run("-s", "binance").expect(1, errors: .suffix(reason))
        }

        @Test func verbose_whenTheConnectionIsRefused_reportsTheStepsThatWereMade() throws {
            let box = try Sandbox()
            box.setURL("binance", "http://127.0.0.1:1")
            let run = try box.run("-v", "-s", "binance").expect(1)
            let steps = #/ \(libcurl [\d.]+ms, name 127.0.0.1 [\d.]+ms\); /#
            #expect(run.errors.contains(steps), "\(run)")
        }

        /// Neither one that takes part in the run, nor one that is rate-limited or without the currency.
        @Test(arguments: [
            ("USD", [], "--primary coinbase --fallback kraken"),
            ("USD", ["coinbase"], "--primary kraken --fallback coingecko"),
            ("EUR", [], "--primary kraken --fallback coingecko"),
        ])
        func sources_whenBlocked_areReportedWithAnotherOne(
            _ currency: String, _ limited: [String], _ hint: String
        ) throws {
            let box = try Sandbox()
            box.setAll("status-403")
            for source in limited {
                box.set(source, "status-429")
                try box.run("-s", source).expect(1)
            }
            try box.run("--currency", currency).expect(1, errors: .contains(hint))
        }

        @Test(arguments: ["https://h:99999", "https://[::1"])
        func url_whenLibcurlRejectsIt_isReportedWithItsVariable(_ url: String) throws {
            let box = try Sandbox()
            box.setURL("binance", url)
            try box.run("-s", "binance").expect(1, errors: .contains("binance: BTCQ_BINANCE_URL: not a valid URL"))
        }

        @Test(arguments: [
            ("XDG_CACHE_HOME", 131_000, "-Vv"), ("https_proxy", 70_000, "-n"),
            // From 8.12 on, libcurl does not accept 10 KiB.
            ("SSL_CERT_FILE", 8_000, "-v"),
        ])
        func longText_isCutAt256BytesWhereverItIsPrinted(_ variable: String, _ count: Int, _ option: String) throws {
            let box = try Sandbox()
            if variable != "XDG_CACHE_HOME" { box.setURL("binance", "https://127.0.0.1:\(box.exchange.port)") }
            let text = (variable == "https_proxy" ? "x" : "/") + String(repeating: "x", count: count - 1)
            box.environment[variable] = text
            let run = try box.run("-s", "binance", option)
            let printed = run.text + run.errors
            let isCut = printed.contains("\(text.prefix(256))…") && !printed.contains(text.prefix(257))
            #expect(isCut, "\(printed.prefix(2000))")
        }
    }
}
