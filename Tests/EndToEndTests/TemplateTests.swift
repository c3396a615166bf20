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
            let options = ["--currency=EUR", "--offline", "--template", template]
            let young = try box.run((options + ["-skraken", "--max-age=10m"]).map { Array($0.utf8) })
            #expect(young.status == 0 && young.text == "\(fresh)\n", "\(young)")
            let old = try box.run(options.map { Array($0.utf8) })
            #expect(old.status == 3 && old.text == "\(stale)\n", "\(old)")
        }

        @Test func liveQuote_isNeitherCachedNorStale() throws {
            let run = try Sandbox().run(
                "--template", "{cached}{stale}{cached: kept}{stale: old}{fresh: {pair}} {age}")
            #expect(run.status == 0 && run.text == "falsefalse BTCUSDT 0s\n", "\(run)")
        }

        private static let unexpectedBrace = "unexpected }; for a brace write }}"
        private static let notAPlaceholder = "is not a placeholder; for a brace write {{"
        private static let invalidDecimals = "the number of decimals is not 0 to 8"
        private static let nested = "inside the TEXT of another placeholder"

        private static let invalid: [(template: String, message: String)] = [
            ("}", unexpectedBrace), ("{price}}", unexpectedBrace), ("a } b", unexpectedBrace),
            ("{{price}", unexpectedBrace),
            ("{", "{ \(notAPlaceholder)"), ("{}", "{} \(notAPlaceholder)"), ("{ price}", "{ price} \(notAPlaceholder)"),
            ("{price", "no } after {price; for a brace write {{"),
            ("{stale:", "no } after {stale:; for a brace write {{"),
            ("{stale:x", "no } after {stale:x; for a brace write {{"),
            ("{stale:{age}", "no } after {stale:{age}; for a brace write {{"),
            ("{nope}", "unknown placeholder {nope}"), ("{stale:{nope}}", "unknown placeholder {nope}"),
            ("{Price}", "unknown placeholder {Price} (did you mean {price}?)"),
            ("{prise}", "unknown placeholder {prise} (did you mean {price}?)"),
            ("{source:2}", "unknown placeholder {source:2} (did you mean {source}?)"),
            ("{age:x}", "unknown placeholder {age:x} (did you mean {age}?)"),
            ("{pair:x}", "unknown placeholder {pair:x} (did you mean {pair}?)"),
            ("{price:}", "{price:}: \(invalidDecimals)"), ("{price:9}", "{price:9}: \(invalidDecimals)"),
            ("{price:-1}", "{price:-1}: \(invalidDecimals)"), ("{price:12}", "{price:12}: \(invalidDecimals)"),
            ("{price:two}", "{price:two}: \(invalidDecimals)"), ("{number:9}", "{number:9}: \(invalidDecimals)"),
            ("{stale:{fresh:x}}", "{fresh:x} \(nested)"), ("{stale:{fresh:x} }", "{fresh:x} \(nested)"),
        ]

        @Test(arguments: invalid.indices)
        func template_whenInvalid_isAUsageErrorThatQuotesThePlaceholder(_ index: Int) throws {
            let (template, message) = Self.invalid[index]
            let box = try Sandbox()
            let run = try box.run("--template", template)
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            #expect(run.errors == "btcq: --template: \(message)\nTry 'man btcq'.\n", "\(run)")
            #expect(box.exchange.connections == 0)
        }

        @Test(arguments: ["{stale:{cached:{age}}}", "{stale:{cached:"])
        func template_withNestedText_isAUsageError(_ template: String) throws {
            let run = try Sandbox().run("--template", template)
            #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(" \(Self.nested)\n"), "\(run)")
        }

        @Test func fewDecimals_neverMakeAPriceZero() throws {
            let box = try Sandbox()
            try box.cache(price: "0.00000001")
            let run = try box.run("-o", "--template", "{price:0} {price:2} {number:0} {number:8}")
            #expect(run.text == "$0.00000001 $0.00000001 0.00000001 0.00000001\n", "\(run)")
        }
    }
}
