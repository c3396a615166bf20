import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Testing

@testable import BTCQCommand

@Suite struct ParserTests {
    private static let sources = SourceRegistry.exchanges.map(\.name)

    @Test func withoutOptions_aRunHasTheDefaultsOfTheContract() throws {
        let request = try request()
        #expect(request.primary == nil && request.fallbackName == nil && request.currency == nil)
        #expect(request.timeout == nil && request.maxTime == .seconds(5))
        #expect(request.maxAge == nil && request.maxStale == .seconds(86_400))
        #expect(!request.isOffline && !request.isBackground && !request.isRefresh && !request.isStaleOK)
        #expect(request.formatName == "text" && request.formatOptions.decimals == nil)
        #expect(request.header == .auto && request.verbosity == .normal)
    }

    @Test(arguments: [
        ["--timeout", "2s"], ["--timeout=2s"], ["-t", "2s"], ["-t2s"], ["-t2"], ["--timeout", "2000ms"], ["-qvt2"],
        ["-qt", "2"],
    ])
    func value_isTakenInEverySpelling(_ words: [String]) throws {
        guard case .run(let request) = try parse(words) else { throw UsageError("not a run") }
        #expect(request.timeout == .seconds(2) && request.maxTime == .seconds(5))
    }

    @Test func value_isTakenWhateverItLooksLike() throws {
        guard case .template(let template) = try request("--template", "--help").style else {
            throw UsageError("no template")
        }
        #expect(template == (try Template(Array("--help".utf8))))
        guard case .template(let other) = try request("--template=a=b").style else { throw UsageError("no template") }
        #expect(other == (try Template(Array("a=b".utf8))))
        guard case .template(let empty) = try request("--template=").style else { throw UsageError("no template") }
        #expect(empty == (try Template([])))
    }

    @Test func eachOption_setsWhatItIsFor() throws {
        #expect(try request("-m", "2s").maxTime == .seconds(2))
        #expect(try request("-a", "2s").maxAge == .seconds(2))
        #expect(try request("--max-age", "0").maxAge == .zero)
        #expect(try request("--max-stale", "2h").maxStale == .seconds(7200))
        #expect(try request("--max-stale", "0").maxStale == .zero)
        #expect(try request("-o").isOffline && request("--offline").isOffline)
        #expect(try request("-b").isBackground && request("--background").isBackground)
        #expect(try request("--stale-ok").isStaleOK)
        #expect(try request("--currency", "EUR").currency == .eur)
        #expect(try request("--header", "never").header == .never && request("--header=always").header == .always)
        #expect(try request("-q").verbosity == .quiet && request("-v").verbosity == .verbose)
        #expect(try request("-j").formatName == "json" && request("-c").formatName == "csv")
        #expect(try request("-n").formatName == "number" && request("-fcsv").formatName == "csv")
        #expect(try request("--json").formatName == "json" && request("--csv").formatName == "csv")
        #expect(try request("--number").formatName == "number" && request("--format", "json").formatName == "json")
    }

    @Test func eachFlag_setsNothingElse() throws {
        for word in ["-o", "-b", "--stale-ok"] {
            let request = try request(word)
            #expect(
                [request.isOffline, request.isBackground, request.isStaleOK, request.isRefresh].filter { $0 }.count == 1
            )
        }
    }

    @Test func clusterOfFlags_setsEach() throws {
        let request = try request("-jqo")
        #expect(request.formatName == "json" && request.verbosity == .quiet && request.isOffline)
    }

    @Test(arguments: [
        (["-j", "-c", "-n"], "number"), (["-n", "--format", "csv"], "csv"), (["--template", "x", "-j"], "json"),
        (["-j", "--format=text"], "text"), (["-nj"], "json"), (["-jn"], "number"),
        (["-f", "json", "-f", "csv"], "csv"),
    ])
    func lastOfContradictingFormats_wins(_ words: [String], _ name: String) throws {
        guard case .run(let request) = try parse(words) else { throw UsageError("not a run") }
        #expect(request.formatName == name)
    }

    @Test func template_winsBehindAFormatAndKeepsItsBytes() throws {
        guard case .run(let request) = try Parser.parse(["-j", "--template", Argument([0xFF])]),
            case .template(let template) = request.style
        else { throw UsageError("no template") }
        #expect(template == (try Template([0xFF])))
    }

    @Test func lastOfOtherOptionsToo_wins() throws {
        #expect(try request("-qv").verbosity == .verbose)
        #expect(try request("-vq").verbosity == .quiet)
        #expect(try request("-t1", "-t", "2").timeout == .seconds(2))
        #expect(try request("--currency", "EUR", "--currency=JPY").currency == .jpy)
    }

    @Test(arguments: sources)
    func source_isThePrimaryAloneUnlessAFallbackFollows(_ name: String) throws {
        let alone = try request("-s", name)
        #expect(alone.primary?.name == name && alone.fallbackName == "none")
        let other = try #require(Self.sources.first { $0 != name })
        let both = try request("--source=\(name)", "--fallback", other)
        #expect(both.primary?.name == name && both.fallbackName == other)
        #expect(try request("--fallback", other, "-s", name).fallbackName == "none")
    }

    @Test(arguments: sources)
    func primaryAndFallback_areTakenByName(_ name: String) throws {
        let primary = try request("--primary", name)
        #expect(primary.primary?.name == name && primary.fallbackName == nil)
        let fallback = try request("--fallback", name)
        #expect(fallback.primary == nil && fallback.fallbackName == name)
        #expect(try request("--fallback", "none").fallbackName == "none")
    }

    @Test(arguments: Currency.allCases)
    func currency_isTakenInAnyCase(_ currency: Currency) throws {
        #expect(try request("--currency", currency.code).currency == currency)
        #expect(try request("--currency", currency.code.lowercased()).currency == currency)
        #expect(try request("--currency", currency.code.capitalized).currency == currency)
    }

    @Test(arguments: [
        (["--help", "--nonsense"], "help"), (["-V", "-h"], "version"), (["-jh"], "help"), (["-hx"], "help"),
        (["-q", "--version"], "version"), (["--completions", "zsh", "--nonsense"], "completions for zsh"),
        (["--completions=bash"], "completions for bash"), (["--completions", "fish"], "completions for fish"),
        (["--decimals", "2", "-j", "-h"], "help"), (["--help", "price"], "help"), (["-j", "--"], "a run"),
        (["--"], "a run"),
    ])
    func firstOfHelpVersionAndCompletions_decides(_ words: [String], _ asked: String) throws {
        #expect(try parse(words).words == asked)
    }

    @Test(arguments: [
        (["--nonsense", "--help"], "unknown option --nonsense"), (["price", "-h"], "unexpected argument price"),
        (["-jx"], "unknown option -x"), (["-xj"], "unknown option -x"), (["-\u{e9}"], "unknown option -\u{e9}"),
        (["-j\u{20bf}q"], "unknown option -\u{20bf}q"), (["-="], "unknown option -="),
        (["---help"], "unknown option ---help (did you mean --help?)"),
        (["--=x"], "unknown option --"), (["--JSON"], "unknown option --JSON"), (["-J"], "unknown option -J"),
        (["--form", "json"], "unknown option --form (did you mean --format?)"),
        (["--timeout"], "--timeout needs a value: DURATION"), (["-t"], "-t needs a value: DURATION"),
        (["-jf"], "-f needs a value: NAME"), (["--completions"], "--completions needs a value: SHELL"),
        (["--json=yes"], "--json takes no value"), (["--json="], "--json takes no value"),
        (["--help=me"], "--help takes no value"), (["-"], "unexpected argument -"),
        (["--", "-j"], "unexpected argument -j"),
        (["--", "--", "x"], "unexpected argument --"), ([""], "unexpected argument ''"),
        (["-j", "x", "-h"], "unexpected argument x"),
        (["--timeout", "0"], "--timeout: 0 is not a duration of more than 0"),
        (["-m0ms"], "-m: 0ms is not a duration of more than 0"),
        (["--max-age", "3651d"], "--max-age: 3651d is not a duration of at most 3650d"),
        (["--max-age", "-1s"], "--max-age: -1s is not a duration such as 800ms, 5s, 10m, 2h or 1d"),
        (["--max-stale", ""], "--max-stale: '' is not a duration such as 800ms, 5s, 10m, 2h or 1d"),
        (["-ta"], "-t: a is not a duration such as 800ms, 5s, 10m, 2h or 1d"),
        (["--decimals", "9"], "--decimals: 9 is not a number from 0 to 8"),
        (["--decimals", "10"], "--decimals: 10 is not a number from 0 to 8"),
        (["--decimals", "+1"], "--decimals: +1 is not a number from 0 to 8"),
        (["--decimals="], "--decimals: '' is not a number from 0 to 8"),
        (["--header", "yes"], "--header: yes is not one of auto, always, never"),
        (["--completions", "tcsh"], "--completions: tcsh is not one of bash, zsh, fish"),
        (
            ["--currency", "XYZ"],
            "--currency: XYZ is not one of \(Currency.allCases.map(\.code).joined(separator: ", "))"
        ),
        (
            ["--currency", "EURO"],
            "--currency: EURO is not one of \(Currency.allCases.map(\.code).joined(separator: ", "))"
        ),
        (["-f", "xml"], "-f: xml is not one of \(FormatRegistry.formats.map(\.name).joined(separator: ", "))"),
        (["--primary", "mtgox"], "--primary: mtgox is not one of \(sources.joined(separator: ", "))"),
        (["--primary", "none"], "--primary: none is not one of \(sources.joined(separator: ", "))"),
        (["-s", "none"], "-s: none is not one of \(sources.joined(separator: ", "))"),
        (["--fallback", "x"], "--fallback: x is not one of \(sources.joined(separator: ", ")), none"),
    ])
    func anythingWrong_isToldInOneLine(_ words: [String], _ message: String) {
        expectUsageError(words, message)
    }

    @Test func wrongTemplate_isToldWithTheManual() {
        let known = Template.placeholders.joined(separator: " ")
        expectUsageError(
            ["--template", "{x}"], "--template: {x} is no template: unknown placeholder {x}; known are \(known)",
            hint: .manual)
        expectUsageError(
            ["--template", "}"], "--template: } is no template: needless }; known are \(known)", hint: .manual)
    }

    @Test(
        arguments: [
            ["--decimals", "2", "-j"], ["-j", "--decimals", "2"], ["-n", "--decimals=2", "--json"],
            ["--template", "x", "--decimals", "0", "-j"], ["-fjson", "--decimals", "8"],
        ])
    func decimalsOfAFormatThatIsAlwaysExact_areRefusedWhereverTheyStand(_ words: [String]) {
        expectUsageError(words, "--decimals: the price is always exact in the format json")
    }

    @Test(arguments: FormatRegistry.formats)
    func decimals_areTakenByEveryFormatThatIsNotAlwaysExact(_ format: QuoteFormat) throws {
        let words = ["--format", format.name, "--decimals", "3"]
        if format.isAlwaysExact {
            expectUsageError(words, "--decimals: the price is always exact in the format \(format.name)")
        } else {
            guard case .run(let request) = try parse(words) else { throw UsageError("not a run") }
            #expect(request.formatOptions.decimals == 3)
        }
    }

    @Test(arguments: [
        ["-j", "--decimals", "2", "-n"], ["--decimals", "2", "-j", "--template", "x"], ["--decimals", "2"],
    ])
    func decimalsOfTheFormatThatWon_count(_ words: [String]) throws {
        guard case .run(let request) = try parse(words) else { throw UsageError("not a run") }
        #expect(request.formatOptions.decimals == 2)
    }

    @Test func errorFromTheLeft_goesBeforeDecimals() {
        expectUsageError(["--decimals", "2", "-j", "--nonsense"], "unknown option --nonsense")
    }
}
