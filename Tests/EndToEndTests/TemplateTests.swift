import StubExchange
import Testing

extension EndToEnd {
    @Suite struct TemplateTests {
        /// The quote is 60000.5 euros, kraken's, five minutes old.
        private static let filled: [(template: String, fresh: String, stale: String)] = [
            ("{pair} {currency} {source}", "XBTEUR EUR kraken", "XBTEUR EUR kraken"),
            ("{price}|{number}", "€60,000.50|60000.5", "€60,000.50|60000.5"),
            (
                "{price:0}|{price:3}|{number:0}|{number:8}", "€60,000|€60,000.500|60000|60000.50000000",
                "€60,000|€60,000.500|60000|60000.50000000"
            ),
            ("{cached} {stale} {age} {age_seconds}", "true false 5m 300", "true true 5m 300"),
            ("{price}{stale: ({age})}", "€60,000.50", "€60,000.50 (5m)"),
            ("{fresh:new}{stale:old}{cached: kept}", "new kept", "old kept"),
            ("{fresh:{source}}|{stale:{price:0} from {source}}", "kraken|", "|€60,000 from kraken"),
            ("{stale:}{fresh:}{cached:}-", "-", "-"),
            ("{{{price:0}}} {{stale}}", "{€60,000} {stale}", "{€60,000} {stale}"),
            ("{fresh:{{{pair}}}}", "{XBTEUR}", ""),
            (#"\n%s $6 `x` "q" 'q' & |"#, #"\n%s $6 `x` "q" 'q' & |"#, #"\n%s $6 `x` "q" 'q' & |"#),
            ("", "", ""),
        ]

        @Test(arguments: filled.indices)
        func template_isFilledIn(_ index: Int) throws {
            let (template, fresh, stale) = Self.filled[index]
            let box = try Sandbox()
            try box.cache(age: 300, currency: "EUR")
            let words = ["--currency=EUR", "--offline", "--template", template]
            let young = try box.run((words + ["-skraken", "--max-age=10m"]).map { Array($0.utf8) })
            #expect(young.status == 0 && young.text == "\(fresh)\n", "\(young)")
            let old = try box.run(words.map { Array($0.utf8) })
            #expect(old.status == 3 && old.text == "\(stale)\n", "\(old)")
        }

        @Test func liveQuote_isNeitherCachedNorStale() throws {
            let run = try Sandbox().run(
                "--template", "{cached}{stale}{cached: kept}{stale: old}{fresh: {pair}} {age}")
            #expect(run.status == 0 && run.text == "falsefalse BTCUSDT 0s\n", "\(run)")
        }

        @Test(arguments: [
            "}", "{price}}", "a } b", "{", "{price", "{stale:", "{stale:x", "{stale:{age}", "{nope}", "{}", "{ price}",
            "{Price}", "{price:}", "{price:9}", "{price:-1}", "{price:12}", "{price:two}", "{number:9}", "{source:2}",
            "{age:x}", "{stale:{fresh:x}}", "{stale:{fresh:x} }", "{stale:{nope}}", "{stale:{cached:{age}}}",
            "{pair:x}", "{{price}",
        ])
        func whatIsNoTemplate_isRefusedWithTheKnownPlaceholders(_ template: String) throws {
            let box = try Sandbox()
            let run = try box.run("--template", template)
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            #expect(run.errors.hasPrefix("btcq: --template: \(template) is no template: "), "\(run)")
            for known in ["{pair}", "{price:N}", "{number:N}", "{stale:TEXT}", "{cached:TEXT}", "{fresh:TEXT}", "}}"] {
                #expect(run.errors.contains(" \(known)"), "\(run)")
            }
            #expect(run.errors.hasSuffix("\nTry 'man btcq'.\n"), "\(run)")
            #expect(box.exchange.connections == 0)
        }

        @Test func fewDecimals_neverMakeAPriceZero() throws {
            let box = try Sandbox()
            try box.cache(price: "0.00000001")
            let run = try box.run("-o", "--template", "{price:0} {price:2} {number:0} {number:8}")
            #expect(run.text == "$0.00000001 $0.00000001 0.00000001 0.00000001\n", "\(run)")
        }
    }
}
