import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// From the response to the cache and to the output. The formats are tested in BTCPricePresentationTests.
    @Suite struct QuoteTests {
        @Test(arguments: ["68901.22999999998976", "0.00000001"])
        func digits_surviveFetchAndCache(_ digits: String) throws {
            let box = try Sandbox()
            box.exchange.on("exact") { StubExchange.response(to: $0, price: digits) }
            box.setAll("exact")
            for source in Fixture.quoting("USD").map(\.name) {
                let options = ["-s", source, "--template", "{number} {source}"]
                try box.run(options).expect(0, .exactly("\(digits) \(source)\n"))
                try box.run(options + ["--offline", "--max-age=1m"]).expect(0, .exactly("\(digits) \(source)\n"))
            }
            try box.run("-oj").expect(3, .prefix(#"{"price":\#(digits),"currency":"USD","pair":""#))
        }

        /// The price is lower than 24 hours before in the cache, and higher in the response.
        @Test func staleFreshAndLiveQuotes_areDistinguished() throws {
            let box = try Sandbox(binance: "status-500", bitstamp: "status-500")
            try box.cache(age: 300, source: "binance", change: "-10.91")
            let cached = #".*"cached":true,"stale":STALE,"age":3\d\d,"change_24h_percent":-10.91}\n"#
            let (stale, fresh) = (cached.replacing("STALE", with: "true"), cached.replacing("STALE", with: "false"))
            try box.run("-qj").expect(3, .matches(stale))
            try box.run("-qj", "--stale-ok").expect(0, .matches(stale))
            try box.run("-q", "-f", "waybar").expect(0, .contains(#""class":["stale","down"],"#))
            try box.run("-qja1h").expect(0, .matches(fresh))
            box.set("binance", "ok")
            let live = #""cached":false,"stale":false,"age":0,"change_24h_percent":2.31}"# + "\n"
            try box.run("-qj").expect(0, .suffix(live))
        }

        @Test func localeAndTimeZone_changeNothing() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let plain = try box.run("-o").text
            box.environment.merge(["LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "LANG": "fa_IR"]) { $1 }
            try box.run("-o").expect(3, .exactly(plain))
        }
    }
}
