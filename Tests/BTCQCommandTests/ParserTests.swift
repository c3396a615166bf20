import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Testing

@testable import BTCQCommand

/// The forms of options and arguments. Which of several mistakes is reported is tested in `PrecedenceTests`.
@Suite struct ParserTests {
    private static let sources = SourceRegistry.exchanges.map(\.name)
    private static let formats = FormatRegistry.formats.map(\.name)
    private static let codes = Currency.allCases.map(\.code)

    // Options and their values.

    @Test func parse_withoutOptions_hasTheDefaults() throws {
        let options = try runOptions()
        #expect(options.sources.currency == nil && options.primaryName == nil && options.fallbackName == nil)
        #expect(options.timeout == nil && options.maxTime == nil)
        #expect(options.limits == FetchLimits(timeout: .milliseconds(800), maxTime: .seconds(5)))
        #expect(options.maxAge == nil && options.maxStale == .seconds(86_400))
        #expect(!options.isOffline && !options.isBackground && !options.isStaleOK && !options.staleIsSuccess)
        #expect(options.formatName == "text" && options.decimals == nil)
        #expect(options.header == .auto && options.verbosity == .normal)
    }

    @Test(arguments: [
        ["--timeout", "2s"], ["--timeout=2s"], ["-t", "2s"], ["-t2s"], ["-t2"], ["--timeout", "2000ms"], ["-qvt2"],
        ["-qt", "2"], ["-t2", "--"], ["--timeout", "1", "-t2"],
    ])
    func value_inEveryForm_isThatOfTheOption(_ arguments: [String]) throws {
        let options = try runOptions(arguments)
        #expect(options.timeout == .seconds(2) && options.maxTime == nil)
    }

    @Test func valueOfTemplate_whateverItIs_isUnchanged() throws {
        for text in ["--help", "-", "-j", "=", "a=b", "", " "] {
            let template = try Template(Array(text.utf8))
            #expect(try runOptions("--template", text).template == template)
            #expect(try runOptions("--template=\(text)").template == template)
        }
        guard case .run(let options) = try Parser.parse(["--template", Argument([0xFF])]) else {
            Issue.record("not a run")
            return
        }
        #expect(try options.template == Template([0xFF]))
    }

    @Test func option_setsItsValue() throws {
        #expect(try runOptions("-m", "2s").maxTime == .seconds(2))
        #expect(try runOptions("-a", "2s").maxAge == .seconds(2))
        #expect(try runOptions("--max-age", "0").maxAge == .zero)
        #expect(try runOptions("--max-stale", "2h").maxStale == .seconds(7200))
        #expect(try runOptions("--max-stale", "0").maxStale == .zero)
        #expect(try runOptions("-o").isOffline && runOptions("--offline").isOffline)
        #expect(try runOptions("-b").isBackground && runOptions("--background").isBackground)
        #expect(try runOptions("--stale-ok").isStaleOK)
        #expect(try runOptions("--currency", "EUR").sources.currency == .eur)
        #expect(try runOptions("--header", "never").header == .never)
        #expect(try runOptions("--header=always").header == .always)
        #expect(try runOptions("--decimals", "8").decimals == 8)
        #expect(try runOptions("-q").verbosity == .quiet && runOptions("-v").verbosity == .verbose)
        #expect(try runOptions("-j").formatName == "json" && runOptions("-c").formatName == "csv")
        #expect(try runOptions("-n").formatName == "number" && runOptions("-fcsv").formatName == "csv")
        #expect(try runOptions("--json").formatName == "json" && runOptions("--csv").formatName == "csv")
        #expect(try runOptions("--number").formatName == "number")
        #expect(try runOptions("--format", "waybar").formatName == "waybar")
    }

    @Test(arguments: ["-o", "-b", "--stale-ok"])
    func flag_setsNothingElse(_ flag: String) throws {
        let options = try runOptions(flag)
        #expect([options.isOffline, options.isBackground, options.isStaleOK].filter { $0 }.count == 1)
    }

    @Test(arguments: [["-jqo"], ["-qoj"], ["-j", "-q", "-o"], ["-qofjson"], ["-qof", "json"]])
    func cluster_setsEachFlag(_ arguments: [String]) throws {
        let options = try runOptions(arguments)
        #expect(options.formatName == "json" && options.verbosity == .quiet && options.isOffline)
    }

    @Test(arguments: [["--"], ["-j", "--"], ["-j", "--header=never", "--"]])
    func doubleDash_whenNothingFollows_isIgnored(_ arguments: [String]) throws {
        #expect(try parse(arguments).summary == "a run")
    }

    // The last one wins.

    @Test(arguments: [
        (["-j", "-c", "-n"], "number"), (["-n", "--format", "csv"], "csv"), (["--template", "x", "-j"], "json"),
        (["-j", "--format=text"], "text"), (["-nj"], "json"), (["-jn"], "number"),
        (["-f", "json", "-f", "csv"], "csv"),
        (["-j", "--template", "x"], nil),
    ])
    func formats_whenSeveral_theLastWins(_ arguments: [String], _ name: String?) throws {
        #expect(try runOptions(arguments).formatName == name)
    }

    @Test func options_whenSeveral_theLastWins() throws {
        #expect(try runOptions("-qv").verbosity == .verbose && runOptions("-vq").verbosity == .quiet)
        #expect(try runOptions("-t1", "-t", "2").timeout == .seconds(2))
        #expect(try runOptions("-m1", "--max-time=2").maxTime == .seconds(2))
        #expect(try runOptions("-a1", "-a0").maxAge == .zero)
        #expect(try runOptions("--currency", "EUR", "--currency=JPY").sources.currency == .jpy)
        #expect(try runOptions("--decimals", "1", "--decimals", "2").decimals == 2)
        #expect(try runOptions("--header", "always", "--header", "auto").header == .auto)
        #expect(try runOptions("--primary", "kraken", "--primary", "coinbase").primaryName == "coinbase")
        #expect(try runOptions("--fallback", "kraken", "--fallback", "none").fallbackName == "none")
    }

    @Test(arguments: sources)
    func source_isThePrimaryWithoutAFallbackUnlessOneFollows(_ name: String) throws {
        let alone = try runOptions("-s", name)
        #expect(alone.primaryName == name && alone.fallbackName == "none")
        let other = try #require(Self.sources.first { $0 != name })
        let both = try runOptions("--source=\(name)", "--fallback", other)
        #expect(both.primaryName == name && both.fallbackName == other)
        #expect(try runOptions("--fallback", other, "-s", name).fallbackName == "none")
        let replaced = try runOptions("-s", name, "--primary", other)
        #expect(replaced.primaryName == other && replaced.fallbackName == "none")
    }

    // Names in any case.

    @Test(arguments: sources)
    func source_inAnyCase_isFound(_ name: String) throws {
        for typed in [name, name.uppercased(), name.capitalized] {
            #expect(try runOptions("-s", typed).primaryName == name)
            let primary = try runOptions("--primary", typed)
            #expect(primary.primaryName == name && primary.fallbackName == nil)
            let fallback = try runOptions("--fallback", typed)
            #expect(fallback.primaryName == nil && fallback.fallbackName == name)
        }
    }

    @Test(arguments: ["none", "NONE", "None"])
    func fallback_whenNone_isDisabled(_ typed: String) throws {
        #expect(try runOptions("--fallback", typed).fallbackName == "none")
    }

    @Test(arguments: Currency.allCases)
    func currency_inAnyCase_isFound(_ currency: Currency) throws {
        for typed in [currency.code, currency.code.lowercased(), currency.code.capitalized] {
            #expect(try runOptions("--currency", typed).sources.currency == currency)
        }
    }

    @Test(arguments: formats)
    func format_inAnyCase_isFound(_ name: String) throws {
        for typed in [name, name.uppercased(), name.capitalized] {
            #expect(try runOptions("-f", typed).formatName == name)
        }
    }

    @Test func option_inAnotherCase_isUnknown() {
        expectUsageError(["--JSON"], .unknownOption("--JSON"))
        expectUsageError(["-J"], .unknownOption("-J"))
    }

    // Mistakes.

    @Test(arguments: Option.all)
    func option_whenAbbreviated_isUnknown(_ option: Option) {
        for length in 1..<option.long.count {
            let name = "--\(option.long.prefix(length))"
            if Option.all.contains(where: { "--\($0.long)" == name }) { continue }
            expectUsageError([name], .unknownOption(name))
            expectUsageError(["\(name)=1"], .unknownOption(name))
        }
    }

    @Test(
        arguments: [
            (["--nonsense"], "--nonsense"), (["--nonsense=1"], "--nonsense"), (["---help"], "---help"),
            (["--=x"], "--"),
            (["-x"], "-x"), (["-jx"], "-x"), (["-xj"], "-x"), (["-="], "-="), (["-1"], "-1"),
            (["-\u{e9}"], "-\u{e9}"), (["-j\u{20bf}q"], "-\u{20bf}q"), (["-json"], "-json"), (["-json=1"], "-json"),
            (["-timeout", "1"], "-timeout"), (["--jso n"], "--jso n"),
        ])
    func option_whenUnknown_isReportedAsTyped(_ arguments: [String], _ typed: String) {
        expectUsageError(arguments, .unknownOption(typed))
    }

    @Test func option_whenNotUTF8_isReportedAsBytes() {
        #expect(throws: UsageError.unknownOption([0x2D, 0xFF, 0x68])) {
            try Parser.parse([Argument([0x2D, 0xFF, 0x68])])
        }
        #expect(throws: UsageError.unexpectedArgument([0xFF])) { try Parser.parse([Argument([0xFF])]) }
    }

    @Test(
        arguments: [
            (["price"], "price"), ([""], ""), (["-"], "-"), (["--", "-j"], "-j"), (["--", "--"], "--"),
            (["--", ""], ""),
            (["-j", "x"], "x"), (["-o", "5"], "5"),
        ])
    func argument_whenNoOption_isUnexpected(_ arguments: [String], _ typed: String) {
        expectUsageError(arguments, .unexpectedArgument(typed))
    }

    @Test(arguments: Option.all.filter { $0.value != nil })
    func option_whenItsValueIsMissing_isAnError(_ option: Option) throws {
        let valueName = try #require(option.value).name
        for name in option.names { expectUsageError([name], .missingValue(option: name, valueName: valueName)) }
        guard let short = option.short else { return }
        expectUsageError(["-j\(short)"], .missingValue(option: "-\(short)", valueName: valueName))
    }

    @Test(arguments: Option.all.filter { $0.value == nil })
    func option_whenItTakesNoValue_isAnErrorWithOne(_ option: Option) {
        for value in ["yes", "", "1=2"] {
            expectUsageError(["--\(option.long)=\(value)"], .unexpectedValue(option: "--\(option.long)"))
            guard let short = option.short else { continue }
            expectUsageError(["-\(short)=\(value)"], .unexpectedValue(option: "-\(short)"))
        }
    }

    @Test(arguments: Option.all.filter { $0.short != nil && $0.value != nil })
    func shortOption_whenAnEqualsSignFollows_isAnError(_ option: Option) throws {
        let name = "-\(try #require(option.short))"
        for value in ["json", "", "=5"] {
            expectUsageError(["\(name)=\(value)"], .equalsSignAfterShortOption(option: name, value: value))
            expectUsageError(
                ["-j\(name.dropFirst())=\(value)"], .equalsSignAfterShortOption(option: name, value: value))
        }
        // As an argument of its own it is a value.
        expectUsageError(["-f", "=json"], .invalidValue("-f", "=json", .notOneOf(Self.formats)))
    }

    @Test(
        arguments: [
            (["--timeout", "0"], "--timeout", "0", .durationTooShort), (["-t0.9ms"], "-t", "0.9ms", .durationTooShort),
            (["-m0ms"], "-m", "0ms", .durationTooShort), (["--max-time=0"], "--max-time", "0", .durationTooShort),
            (["--timeout=3651d"], "--timeout", "3651d", .durationTooLong),
            (["--max-age", "3651d"], "--max-age", "3651d", .durationTooLong),
            (["--max-age", "-1s"], "--max-age", "-1s", .notADuration),
            (["--max-stale", ""], "--max-stale", "", .notADuration),
            (["-ta"], "-t", "a", .notADuration), (["--decimals", "9"], "--decimals", "9", .notANumber(0...8)),
            (["--decimals", "10"], "--decimals", "10", .notANumber(0...8)),
            (["--decimals", "02"], "--decimals", "02", .notANumber(0...8)),
            (["--decimals", "+1"], "--decimals", "+1", .notANumber(0...8)),
            (["--decimals", "-1"], "--decimals", "-1", .notANumber(0...8)),
            (["--decimals="], "--decimals", "", .notANumber(0...8)),
            (["--header", "yes"], "--header", "yes", .notOneOf(["auto", "always", "never"])),
            (["--completions", "tcsh"], "--completions", "tcsh", .notOneOf(["bash", "zsh", "fish"])),
            (["--currency", "XYZ"], "--currency", "XYZ", .notOneOf(codes)),
            (["--currency", "EURO"], "--currency", "EURO", .notOneOf(codes)),
            (["-f", "xml"], "-f", "xml", .notOneOf(formats)), (["-jfxml"], "-f", "xml", .notOneOf(formats)),
            (["--primary", "mtgox"], "--primary", "mtgox", .notOneOf(sources)),
            (["--primary", "none"], "--primary", "none", .notOneOf(sources)),
            (["-s", "none"], "-s", "none", .notOneOf(sources)), (["-skraken "], "-s", "kraken ", .notOneOf(sources)),
            (["-jsonx"], "-s", "onx", .notOneOf(sources)),
            (["--fallback", "x"], "--fallback", "x", .notOneOf(sources + ["none"])),
            (["--template", "{x}"], "--template", "{x}", .template(.unknownPlaceholder(Array("{x}".utf8)))),
            (["--template=}"], "--template", "}", .template(.unexpectedBrace)),
        ] as [([String], String, String, InvalidValue)])
    func value_whenInvalid_isReportedWithTheOptionAsTyped(
        _ arguments: [String], _ option: String, _ value: String, _ reason: InvalidValue
    ) {
        expectUsageError(arguments, .invalidValue(option, value, reason))
    }
}
