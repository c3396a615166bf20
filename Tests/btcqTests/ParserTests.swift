import BTCPriceCore
import Testing

@testable import btcq

/// The forms of options. What is wrong with others is tested in `UsageErrorTests`.
@Suite struct ParserTests {
    /// A command, and another one that means the same.
    private static let forms = [
        ("--", ""),
        // The forms of a value.
        ("--timeout 2s", "--timeout=2s"), ("-t 2s", "--timeout=2s"), ("-t2s", "--timeout=2s"), ("-t2", "--timeout=2s"),
        ("-t2 --", "--timeout=2s"), ("-qt2", "--quiet --timeout=2s"), ("-qt 2", "--quiet --timeout=2s"),
        // Short names.
        ("-m2", "--max-time=2s"), ("-a2", "--max-age=2s"), ("-s kraken", "--source=kraken"), ("-o", "--offline"),
        ("-b", "--background"), ("-f json", "--format=json"), ("-j", "--format=json"), ("-c", "--format=csv"),
        ("-n", "--format=number"), ("-q", "--quiet"), ("-v", "--verbose"),
        // Names in any case.
        ("--currency eUr", "--currency=EUR"), ("-s KRAKEN", "--source=kraken"), ("--fallback None", "--fallback=none"),
        ("-f JSON", "--json"), ("--header Always", "--header=always"),
        // Clusters.
        ("-jqo", "--json --quiet --offline"), ("-qofjson", "--json --quiet --offline"),
        ("-qof json", "--json --quiet --offline"),
        // The last of several wins.
        ("-j -c -n", "--number"), ("-nj", "--json"), ("-n --format csv", "--csv"), ("--template x -j", "--json"),
        ("-j --template x", "--template=x"), ("-j -ftext", ""), ("-qv", "--verbose"), ("-vq", "--quiet"),
        ("-t1 -t 2", "--timeout=2s"), ("-a1 -a0", "--max-age=0"), ("--currency EUR --currency=JPY", "--currency=JPY"),
        ("--decimals 1 --decimals 2", "--decimals=2"), ("--header always --header auto", ""),
        ("--fallback kraken --fallback none", "--fallback=none"),
        // They fit together in the end.
        ("-j --decimals 3 --template x", "--decimals=3 --template=x"),
    ]

    @Test(arguments: forms)
    func options_inOneFormOrAnother_setTheSameValues(_ command: String, _ same: String) throws {
        let (options, expected) = (try parse(command), try parse(same))
        #expect(options.values == expected.values)
    }

    @Test func shortNames_haveARowHere() {
        let commands = Self.forms.map(\.0) + Self.helps + Self.versions
        for name in Option.all.compactMap(\.short) {
            #expect(commands.contains { $0.hasPrefix("-\(name)") }, "add a row with -\(name) to ParserTests.forms")
        }
    }

    @Test(arguments: ["--help", "-h", "--completions=zsh", "--", "-", "-j", "=", "a=b", "", " "])
    func valueOfTemplate_whateverItIs_isText(_ text: String) throws {
        for arguments in [["--template", text], ["--template=\(text)"]] {
            let options = try Parser.parse(arguments.map { Array($0.utf8) })
            #expect(options.format.render(.sample(), nil).elementsEqual(text.utf8), "\(arguments)")
        }
    }

    // Special options.

    private static let helps = [
        "-h", "--help", "-jh", "--template -- -h",
        // With mistakes before and after it.
        "--nonsense --help", "--help --nonsense", "price -h", "-f=json -h", "--template {x} -h", "--help --timeout",
        "-help", "--completions tcsh -h", "-h -- price", "-é -h", "'' -h",
        // With options that do not fit together.
        "--decimals 2 -j -h", "--currency JPY -s binance -h",
        // The first valid one of several decides.
        "-h -V", "-hV", "-h --completions zsh",
    ]
    private static let versions = [
        "-V", "--version", "-qV", "--timeout=0 --version", "-t x -V", "--json=yes -V", "--help=me --version", "-xh -V",
        "-V -h", "--help=me -V -h",
    ]
    private static let zsh = [
        "--completions zsh", "--completions=ZSH", "-f xml --completions zsh", "--completions zsh -V",
        "--completions tcsh --completions zsh",
    ]

    @Test(
        arguments: helps.map { ($0, RunOptions.Invocation.help) } + versions.map { ($0, .version) }
            + zsh.map { ($0, .completions(.zsh)) }
            + [("--completions bash", .completions(.bash)), ("--completions Fish", .completions(.fish))])
    func special_beforeTheDoubleDash_takesPrecedenceOverAnyMistake(
        _ command: String, _ expected: RunOptions.Invocation
    ) throws {
        #expect(try parse(command).invocation == expected)
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
