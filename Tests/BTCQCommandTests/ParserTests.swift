import BTCPriceComposer
import BTCPricePresentation
import Testing

@testable import BTCQCommand

@Suite struct ParserTests {
    @Test func noArguments_areARunAsItIs() throws {
        #expect(try parse() == .run(Request()))
    }

    @Test(
        arguments: [
            ["--timeout", "2s"], ["--timeout=2s"], ["-t", "2s"], ["-t2s"], ["-t2"], ["--timeout", "2000ms"], ["-qvt2"],
        ] as [[Argument]])
    func value_isTakenInEverySpelling(_ arguments: [Argument]) throws {
        #expect(try request(arguments).timeout == .seconds(2))
    }

    @Test func clusterOfFlags_setsEach() throws {
        let request = try request(["-jqo"])
        #expect(request.output == .format("json") && request.verbosity == .quiet && request.isOffline)
    }

    @Test(
        arguments: [
            (["-j", "-c", "-n"], .format("number")), (["-n", "--format", "csv"], .format("csv")),
            (["--template", "x", "-j"], .format("json")), (["-j", "--format=text"], .format("text")),
        ] as [([Argument], Request.Output)])
    func lastOfContradictingFormats_wins(_ arguments: [Argument], _ output: Request.Output) throws {
        #expect(try request(arguments).output == output)
    }

    @Test func template_afterAFormatWinsAndKeepsItsBytes() throws {
        #expect(try request(["-j", "--template", Argument([0xFF])]).output == .template(try Template([0xFF])))
    }

    @Test func lastOfQuietAndVerbose_wins() throws {
        #expect(try request(["-qv"]).verbosity == .verbose)
        #expect(try request(["-vq"]).verbosity == .quiet)
    }

    @Test func source_isPrimaryWithoutFallback() throws {
        let request = try request(["-s", "kraken"])
        #expect(request.primary == "kraken" && request.fallback == .nobody)
    }

    @Test(
        arguments: [
            (["--help", "--nonsense"], .help), (["-V", "-h"], .version), (["-jh"], .help),
            (["-q", "--version"], .version),
        ] as [([Argument], Invocation)])
    func firstOfHelpVersionAndErrors_decides(_ arguments: [Argument], _ invocation: Invocation) throws {
        #expect(try Parser.parse(arguments) == invocation)
    }

    @Test(
        arguments: [
            (["--nonsense", "--help"], "unknown option --nonsense"),
            (["--fromat", "x"], "unknown option --fromat (did you mean --format?)"),
            (["--time=2s"], "unknown option --time (did you mean --timeout?)"),
            (["-jx"], "unknown option -x"), (["-\u{e9}"], "unknown option -\u{e9}"),
            (["--timeout"], "--timeout needs a value: DURATION"), (["-t"], "-t needs a value: DURATION"),
            (["--json=yes"], "--json takes no value"), (["price"], "unexpected argument price"),
            (["-"], "unexpected argument -"), (["--", "-j"], "unexpected argument -j"),
            ([""], "unexpected argument ''"),
            (["--timeout", "0"], "--timeout: 0 is not a duration of more than 0"),
            (["-m0ms"], "-m: 0ms is not a duration of more than 0"),
            (["--max-age", "3651d"], "--max-age: 3651d is not a duration of at most 3650d"),
            (["--max-age", "-1s"], "--max-age: -1s is not a duration such as 800ms, 5s, 10m, 2h or 1d"),
            (
                ["--primary", "mtgox"],
                "--primary: mtgox is not one of binance, cryptocompare, coinbase, kraken, bitstamp"
            ),
            (
                ["--primary", "none"],
                "--primary: none is not one of binance, cryptocompare, coinbase, kraken, bitstamp"
            ),
            (
                ["--fallback", "x"],
                "--fallback: x is not one of binance, cryptocompare, coinbase, kraken, bitstamp, none"
            ),
            (["-f", "xml"], "-f: xml is not one of text, number, json, csv"),
            (["--decimals", "9"], "--decimals: 9 is not a number from 0 to 8"),
            (["--decimals", "+1"], "--decimals: +1 is not a number from 0 to 8"),
            (["--header", "yes"], "--header: yes is not auto, always or never"),
        ] as [([Argument], String)])
    func anythingWrong_isOneLine(_ arguments: [Argument], _ message: String) {
        #expect(throws: UsageError(message: message)) { try Parser.parse(arguments) }
    }

    @Test func longWords_areCutInMessages() {
        #expect {
            try Parser.parse([Argument(repeatElement(UInt8(ascii: "x"), count: 100_000))])
        } throws: { error in
            ((error as? UsageError)?.message.utf8.count ?? 1000) < 100
        }
    }

    private func parse(_ arguments: Argument...) throws -> Invocation { try Parser.parse(arguments) }

    private func request(_ arguments: [Argument]) throws -> Request {
        guard case .run(let request) = try Parser.parse(arguments) else {
            Issue.record("\(arguments) is not a run")
            return Request()
        }
        return request
    }
}
