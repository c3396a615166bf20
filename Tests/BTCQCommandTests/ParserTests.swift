import BTCPriceCore
import BTCPricePresentation
import SampleValues
import Testing

@testable import BTCQCommand

/// The forms of options. What is wrong with others is tested in `UsageErrorTests`.
@Suite struct ParserTests {
    /// What the options set, and that they set nothing else.
    private static let forms = [
        ("", ""), ("--", ""),
        // The forms of a value.
        ("--timeout 2s", "timeout=2.0 seconds"), ("--timeout=2s", "timeout=2.0 seconds"),
        ("-t 2s", "timeout=2.0 seconds"), ("-t2s", "timeout=2.0 seconds"), ("-t2", "timeout=2.0 seconds"),
        ("-t2 --", "timeout=2.0 seconds"), ("-qt2", "timeout=2.0 seconds verbosity=quiet"),
        ("-qt 2", "timeout=2.0 seconds verbosity=quiet"),
        // Each option.
        ("-t1ms", "timeout=0.001 seconds"), ("-m 0.001", "max-time=0.001 seconds"), ("-m 2s", "max-time=2.0 seconds"),
        ("--max-age 0", "max-age=0.0 seconds"), ("-a0.9ms", "max-age=0.0 seconds"),
        ("--max-stale 2h", "max-stale=7200.0 seconds"), ("--max-stale 0", "max-stale=0.0 seconds"),
        ("--currency EUR", "currency=EUR"), ("--primary kraken", "primary=kraken"),
        ("--fallback kraken", "fallback=kraken"), ("--fallback none", "fallback=none"),
        ("--source kraken", "primary=kraken fallback=none"), ("--offline", "offline"), ("--background", "background"),
        ("--stale-ok", "stale-ok"), ("--format waybar", "format=waybar"), ("--json", "format=json"),
        ("--csv", "format=csv"), ("--number", "format=number"), ("--template x", "format=template"),
        ("--decimals 0", "decimals=0"), ("--decimals 8", "decimals=8"), ("--header=always", "header=always"),
        ("--header never", "header=never"), ("--quiet", "verbosity=quiet"), ("--verbose", "verbosity=verbose"),
        ("-o", "offline"), ("-b", "background"), ("-j", "format=json"), ("-c", "format=csv"), ("-n", "format=number"),
        ("-q", "verbosity=quiet"), ("-v", "verbosity=verbose"),
        // Names in any case.
        ("--currency eUr", "currency=EUR"), ("-s KRAKEN", "primary=kraken fallback=none"),
        ("--fallback None", "fallback=none"), ("-f JSON", "format=json"), ("--header Always", "header=always"),
        // Clusters.
        ("-jqo", "format=json verbosity=quiet offline"), ("-qoj", "format=json verbosity=quiet offline"),
        ("-qofjson", "format=json verbosity=quiet offline"), ("-qof json", "format=json verbosity=quiet offline"),
        // The last of several wins.
        ("-j -c -n", "format=number"), ("-nj", "format=json"), ("-n --format csv", "format=csv"),
        ("--template x -j", "format=json"), ("-j --template x", "format=template"), ("-j -ftext", ""),
        ("-qv", "verbosity=verbose"), ("-vq", "verbosity=quiet"), ("-t1 -t 2", "timeout=2.0 seconds"),
        ("-m1 --max-time=2", "max-time=2.0 seconds"), ("-a1 -a0", "max-age=0.0 seconds"),
        ("--currency EUR --currency=JPY", "currency=JPY"), ("--decimals 1 --decimals 2", "decimals=2"),
        ("--header always --header auto", ""), ("--primary kraken --primary coinbase", "primary=coinbase"),
        ("--fallback kraken --fallback none", "fallback=none"),
        ("-s kraken --fallback binance", "primary=kraken fallback=binance"),
        ("--fallback kraken -s kraken", "primary=kraken fallback=none"),
        ("-s kraken --primary binance", "primary=binance fallback=none"),
        ("-s kraken --fallback kraken --fallback none", "primary=kraken fallback=none"),
        // They fit together in the end, or a variable may still name the currency.
        ("-j --decimals 3 --template x", "format=template decimals=3"),
        ("--decimals 3 -fwaybar", "format=waybar decimals=3"), ("-s bitflyer", "primary=bitflyer fallback=none"),
        ("--fallback bitflyer", "fallback=bitflyer"),
    ]

    @Test(arguments: forms)
    func options_inEveryForm_setTheirValues(_ command: String, _ expected: String) throws {
        let options = try parse(command)
        #expect(options.testDescription == expected)
    }

    @Test(arguments: Option.all)
    func option_hasARowHere(_ option: Option) {
        let commands = Self.forms.filter { !$0.1.isEmpty }.map(\.0) + Self.helps + Self.versions + Self.zsh
        let isTested = commands.contains { $0.contains("--\(option.long)") }
        #expect(isTested, "add a row with --\(option.long) to ParserTests.forms")
    }

    /// What becomes of a format that is always exact.
    private static let withExactFormats = [
        "remains":
            "timeout max-time primary fallback source currency max-age max-stale offline background stale-ok header "
            + "quiet verbose",
        "is replaced": "format json csv number template", "is a usage error": "decimals",
        "is not used": "completions help version",
    ]

    @Test(arguments: Option.all, FormatRegistry.formats.filter(\.isAlwaysExact).map(\.name))
    func option_withAFormatThatIsAlwaysExact_hasItsMeaning(_ option: Option, _ format: String) throws {
        let row = Self.withExactFormats.first { $0.value.split(separator: " ").contains { $0 == option.long } }
        let expected = try #require(row?.key, "add \(option.long) to ParserTests.withExactFormats")
        let options = try? parse("-f \(format) \(option.example)")
        let other = option.long == "format" ? "text" : option.long
        let actual =
            switch (options?.invocation, options?.format.name) {
            case (nil, _): "is a usage error"
            case (.run?, other?): "is replaced"
            case (.run?, format?): "remains"
            case (.run?, let name): "is \(name ?? "")"
            default: "is not used"
            }
        #expect(actual == expected)
    }

    @Test(arguments: ["--help", "-h", "--completions=zsh", "--", "-", "-j", "=", "a=b", "", " "])
    func valueOfTemplate_whateverItIs_isText(_ text: String) throws {
        for arguments in [["--template", text], ["--template=\(text)"]] {
            let options = try parse(arguments)
            #expect(options.sampleOutput == text, "\(arguments)")
        }
    }

    // Special options.

    private static let helps = [
        "-h", "--help", "-jh", "--template -- -h",
        // With mistakes before and after it.
        "--nonsense --help", "--help --nonsense", "price -h", "-h price", "-f=json -h", "--template {x} -h",
        "--help --timeout", "-hx", "-help", "--completions tcsh -h", "-h -- price", "-é -h", "'' -h",
        // With options that do not fit together.
        "--decimals 2 -j -h", "--currency JPY -s binance -h",
        // The first valid one of several decides.
        "-h -V", "-hV", "-h --completions zsh",
    ]
    private static let versions = [
        "-V", "--version", "-qV", "-vV", "--timeout=0 --version", "-t x -V", "--json=yes -V", "--help=me --version",
        "--version -t", "-xh -V", "-s kraken --fallback kraken -V", "-V -h", "-Vh", "--help=me -V -h",
    ]
    private static let zsh = [
        "--completions zsh", "--completions=ZSH", "-f xml --completions zsh", "--completions zsh -V",
        "--completions zsh --completions fish", "--completions tcsh --completions zsh",
    ]

    @Test(
        arguments: helps.map { ($0, Invocation.help) } + versions.map { ($0, .version) }
            + zsh.map { ($0, .completions(.zsh)) }
            + [("--completions bash", .completions(.bash)), ("--completions Fish", .completions(.fish))])
    func special_beforeTheDoubleDash_takesPrecedenceOverAnyMistake(
        _ command: String, _ expected: Invocation
    ) throws {
        let options = try parse(command)
        #expect(options.invocation == expected)
    }

    // What follows from them.

    private static let policies: [(command: String, mode: CachePolicy.Mode, maxAge: Duration)] = [
        ("", .fetch, .zero), ("-b", .background, .seconds(60)), ("-o", .offline, .zero),
        ("-o -b", .offline, .zero), ("-bo", .offline, .zero),
    ]

    @Test(arguments: policies)
    func cachePolicy_hasTheModeOfTheOptionsAndItsDefaultMaxAge(
        _ command: String, _ mode: CachePolicy.Mode, _ maxAge: Duration
    ) throws {
        let policy = try parse(command).cachePolicy
        #expect(policy == CachePolicy(maxAge: maxAge, maxStale: .seconds(86_400), mode: mode))
        for seconds in [0, 10] {
            let given = try parse("\(command) -a\(seconds) --max-stale=7").cachePolicy
            #expect(given == CachePolicy(maxAge: .seconds(seconds), maxStale: .seconds(7), mode: mode))
        }
    }
}
