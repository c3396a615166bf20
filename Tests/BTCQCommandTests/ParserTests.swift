import BTCPriceCore
import BTCPricePresentation
import Testing

@testable import BTCQCommand

/// The forms of options and arguments. Which of several mistakes is reported is tested in `PrecedenceTests`.
@Suite struct ParserTests {
    // Options and their values.

    /// What the options set, and that they set nothing else.
    @Test(arguments: [
        ([], ""), (["--"], ""),
        // The forms of a value.
        (["--timeout", "2s"], "timeout=2.0 seconds"), (["--timeout=2s"], "timeout=2.0 seconds"),
        (["-t", "2s"], "timeout=2.0 seconds"), (["-t2s"], "timeout=2.0 seconds"), (["-t2"], "timeout=2.0 seconds"),
        (["-t2", "--"], "timeout=2.0 seconds"), (["-qt2"], "timeout=2.0 seconds verbosity=quiet"),
        (["-qt", "2"], "timeout=2.0 seconds verbosity=quiet"),
        // Each option.
        (["-m", "2s"], "max-time=2.0 seconds"), (["-a", "0"], "max-age=0.0 seconds"),
        (["--max-stale", "2h"], "max-stale=7200.0 seconds"), (["--max-stale", "0"], "max-stale=0.0 seconds"),
        (["--currency", "EUR"], "currency=EUR"), (["--primary", "kraken"], "primary=kraken"),
        (["--fallback", "kraken"], "fallback=kraken"), (["--fallback", "none"], "fallback=none"),
        (["-s", "kraken"], "primary=kraken fallback=none"), (["-o"], "offline"), (["-b"], "background"),
        (["--stale-ok"], "stale-ok"), (["-f", "waybar"], "format=waybar"), (["-j"], "format=json"),
        (["-c"], "format=csv"), (["-n"], "format=number"), (["--template", "x"], "format=template"),
        (["--decimals", "0"], "decimals=0"), (["--decimals", "8"], "decimals=8"),
        (["--header=always"], "header=always"),
        (["--header", "never"], "header=never"), (["-q"], "verbosity=quiet"), (["-v"], "verbosity=verbose"),
        // Clusters.
        (["-jqo"], "format=json verbosity=quiet offline"), (["-qoj"], "format=json verbosity=quiet offline"),
        (["-qofjson"], "format=json verbosity=quiet offline"),
        (["-qof", "json"], "format=json verbosity=quiet offline"),
        // The last of several wins.
        (["-j", "-c", "-n"], "format=number"), (["-nj"], "format=json"), (["-n", "--format", "csv"], "format=csv"),
        (["--template", "x", "-j"], "format=json"), (["-j", "--template", "x"], "format=template"),
        (["-j", "-ftext"], ""), (["-qv"], "verbosity=verbose"), (["-vq"], "verbosity=quiet"),
        (["-t1", "-t", "2"], "timeout=2.0 seconds"), (["-m1", "--max-time=2"], "max-time=2.0 seconds"),
        (["-a1", "-a0"], "max-age=0.0 seconds"), (["--currency", "EUR", "--currency=JPY"], "currency=JPY"),
        (["--decimals", "1", "--decimals", "2"], "decimals=2"), (["--header", "always", "--header", "auto"], ""),
        (["--primary", "kraken", "--primary", "coinbase"], "primary=coinbase"),
        (["--fallback", "kraken", "--fallback", "none"], "fallback=none"),
        (["-s", "kraken", "--fallback", "binance"], "primary=kraken fallback=binance"),
        (["--fallback", "binance", "-s", "kraken"], "primary=kraken fallback=none"),
        (["-s", "kraken", "--primary", "binance"], "primary=binance fallback=none"),
    ])
    func options_inEveryForm_setTheirValues(_ arguments: [String], _ expected: String) throws {
        let options = try parse(arguments)
        #expect(options.testDescription == expected)
    }

    @Test(arguments: Option.all.filter { $0.value == nil })
    func longFlag_setsTheSameAsItsLetter(_ option: Option) throws {
        guard let short = option.short else { return }
        let (long, letter) = (try parse(["--\(option.long)"]), try parse(["-\(short)"]))
        #expect(long.testDescription == letter.testDescription)
    }

    @Test(arguments: ["--help", "-h", "--completions=zsh", "--", "-", "-j", "=", "a=b", "", " "])
    func valueOfTemplate_whateverItIs_isText(_ text: String) throws {
        for arguments in [["--template", text], ["--template=\(text)"]] {
            let options = try parse(arguments)
            #expect(options.sampleOutput == text, "\(arguments)")
        }
    }

    @Test func valueOfTemplate_whenNotUTF8_isUnchanged() throws {
        let options = try Parser.parse([Array("--template".utf8), [0xFF]])
        let output = options.format.text(for: DeliveredQuote(.sample(), .live), decimals: nil)
        #expect(output == [0xFF])
    }

    @Test(arguments: Option.all.filter { !$0.choices.isEmpty })
    func choice_inAnyCase_isFoundAndOthersAreNot(_ option: Option) throws {
        let choices = option.choices
        for name in option.names {
            for choice in choices {
                let options = try [choice, choice.uppercased(), choice.capitalized].map { try parse([name, $0]) }
                #expect(Set(options.map(\.testDescription)).count == 1, "\(name) \(choice)")
            }
            for wrong in ["nosuch", "", choices[0] + "x", " " + choices[0]] {
                let reason = option.long == "decimals" ? InvalidValue.notANumberOfDecimals : .notOneOf(choices)
                expectUsageError([name, wrong], .invalidValue(name, wrong, reason))
            }
        }
    }

    // Mistakes.

    @Test(arguments: Option.all)
    func longOption_whenAbbreviated_isUnknown(_ option: Option) {
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
            (["--=x"], "--"), (["--JSON"], "--JSON"), (["-J"], "-J"), (["-x"], "-x"), (["-jx"], "-x"), (["-xj"], "-x"),
            (["-="], "-="), (["-1"], "-1"), (["-\u{e9}"], "-\u{e9}"), (["-j\u{20bf}q"], "-\u{20bf}q"),
            (["-json"], "-json"), (["-json=1"], "-json"), (["-timeout", "1"], "-timeout"), (["--jso n"], "--jso n"),
        ])
    func option_whenUnknown_isReportedAsTyped(_ arguments: [String], _ typed: String) {
        expectUsageError(arguments, .unknownOption(typed))
    }

    @Test func argument_whenNotUTF8_isReportedAsBytes() {
        #expect(throws: UsageError.unknownOption([0x2D, 0xFF, 0x68])) { try Parser.parse([[0x2D, 0xFF, 0x68]]) }
        #expect(throws: UsageError.unexpectedArgument([0xFF])) { try Parser.parse([[0xFF]]) }
    }

    @Test(
        arguments: [
            (["price"], "price"), ([""], ""), (["-"], "-"), (["--", "-j"], "-j"), (["--", "--"], "--"),
            (["--", ""], ""), (["-j", "x"], "x"), (["-o", "5"], "5"),
        ])
    func argument_whenNoOption_isUnexpected(_ arguments: [String], _ typed: String) {
        expectUsageError(arguments, .unexpectedArgument(typed))
    }

    @Test(arguments: Option.all)
    func option_whenItsValueIsMissingOrUnexpected_isAnErrorThatNamesItAsTyped(_ option: Option) {
        let letters = option.short.map { ["-\($0)"] } ?? []
        guard let value = option.value else {
            for name in option.names {
                for value in ["yes", "", "1=2"] {
                    expectUsageError(["\(name)=\(value)"], .unexpectedValue(option: name))
                }
            }
            return
        }
        for name in option.names { expectUsageError([name], .missingValue(option: name, valueName: value.name)) }
        for name in letters {
            expectUsageError(["-j\(name.dropFirst())"], .missingValue(option: name, valueName: value.name))
            for value in ["json", "", "=5"] {
                expectUsageError(["\(name)=\(value)"], .equalsSignAfterShortOption(name, value))
                expectUsageError(["-j\(name.dropFirst())=\(value)"], .equalsSignAfterShortOption(name, value))
            }
        }
    }

    @Test(
        arguments: [
            (["--timeout", "0"], .invalidValue("--timeout", "0", .durationTooShort)),
            (["-t0.9ms"], .invalidValue("-t", "0.9ms", .durationTooShort)),
            (["--max-time=0"], .invalidValue("--max-time", "0", .durationTooShort)),
            (["--max-age", "3651d"], .invalidValue("--max-age", "3651d", .durationTooLong)),
            (["--max-age", "-1s"], .invalidValue("--max-age", "-1s", .notADuration)),
            (["--max-stale", ""], .invalidValue("--max-stale", "", .notADuration)),
            (["--decimals", "9"], .invalidValue("--decimals", "9", .notANumberOfDecimals)),
            (["--decimals", "02"], .invalidValue("--decimals", "02", .notANumberOfDecimals)),
            (["--decimals", "-1"], .invalidValue("--decimals", "-1", .notANumberOfDecimals)),
            (["--currency", "EURO"], .invalidValue("--currency", "EURO", .notOneOf(Names.currencies))),
            (["-f", "=json"], .invalidValue("-f", "=json", .notOneOf(Names.formats))),
            (["-jfxml"], .invalidValue("-f", "xml", .notOneOf(Names.formats))),
            (["--primary", "none"], .invalidValue("--primary", "none", .notOneOf(Names.sources))),
            (["-s", "none"], .invalidValue("-s", "none", .notOneOf(Names.sources))),
            (["-jsonx"], .invalidValue("-s", "onx", .notOneOf(Names.sources))),
            (["--fallback", "x"], .invalidValue("--fallback", "x", .notOneOf(Names.sources + ["none"]))),
            (["--template=}"], .invalidValue("--template", "}", .template(.unexpectedBrace))),
        ] as [([String], UsageError)])
    func value_whenInvalid_isReportedWithTheOptionAsTyped(_ arguments: [String], _ error: UsageError) {
        expectUsageError(arguments, error)
    }
}
