import BTCPriceComposer
import BTCPricePresentation
import TestSupport
import Testing

@testable import BTCQCommand

/// The command in this process, with a stub for every source. What the network, the cache and the output can do to it is
/// tested with the program.
@Suite(.timeLimit(.minutes(1))) struct CommandTests {
    struct Scenario: CustomTestStringConvertible {
        let name: String
        let arguments: String
        /// How the sources respond: the same, or the primary and the fallback.
        var routes = ["ok"]
        /// The source and the age in seconds of the cached quote.
        var cached: (source: String, age: Double)?
        var output = Home.Output.file("")
        let run: Home.Run
        var requests = 0

        var testDescription: String { name }
    }

    private static let live = run(.success, "binance,0s,false,false\n")
    private static let fallback = run(.success, "coinbase,0s,false,false\n")
    private static func run(_ status: ExitStatus, _ text: String = "", errors: String...) -> Home.Run {
        Home.Run(status: status, text: text, errors: errors.map { "btcq: \($0)" })
    }

    private static let old = (source: "kraken", age: 330.0)
    private static let stale = "kraken,5m,true,true\n"
    private static let template = "--template {source},{age},{cached},{stale}"
    private static let failure =
        "no fresh quote: binance, coinbase: HTTP 500; using the quote cached 5m ago from kraken"
    private static let notWritten = "cannot write to standard output: Bad file descriptor"

    @Test(arguments: [
        Scenario(name: "the primary responds", arguments: template, run: live, requests: 1),
        Scenario(
            name: "the primary fails", arguments: template, routes: ["status-500", "ok"], run: fallback, requests: 2),
        Scenario(
            name: "an option chooses the source", arguments: "-s coinbase \(template)", run: fallback, requests: 1),
        Scenario(
            name: "both fail without a cache", arguments: "", routes: ["status-500", "status-503"],
            run: run(.noQuote, errors: "no quote: binance: HTTP 500; coinbase: HTTP 503"), requests: 2),
        Scenario(
            name: "both fail with a cached quote", arguments: template, routes: ["status-500"], cached: old,
            run: run(.stale, stale, errors: failure), requests: 2),
        Scenario(
            name: "a stale quote is a success", arguments: "--stale-ok \(template)", routes: ["status-500"],
            cached: old, run: run(.success, stale, errors: failure), requests: 2),
        Scenario(
            name: "warnings are not wanted", arguments: "-qn --decimals 0", routes: ["status-500"], cached: old,
            run: run(.stale, "60000\n"), requests: 2),
        Scenario(
            name: "the cached quote is too old", arguments: "-q --max-stale 5m", routes: ["status-500"], cached: old,
            run: run(.noQuote), requests: 2),
        Scenario(
            name: "a fresh quote is cached", arguments: "-a 1m \(template)", cached: ("coinbase", 30),
            run: run(.success, "coinbase,30s,true,false\n")),
        Scenario(
            name: "--offline without a cache", arguments: "-o",
            run: run(.noQuote, errors: "no quote: no usable quote is cached")),
        Scenario(
            name: "--offline with a stale quote, and --background", arguments: "-bov \(template)", cached: old,
            run: run(.stale, stale, errors: "using the quote cached 5m ago from kraken: --offline")),
        Scenario(
            name: "the output cannot be written, and messages are not wanted", arguments: "-oq --stale-ok",
            cached: old, output: .readOnlyFile, run: run(.notWritten, errors: notWritten)),
        Scenario(
            name: "the reader of a pipe has closed it", arguments: "-o", cached: old, output: .pipeWithoutReader,
            run: run(.notWritten)),
    ])
    func run_printsItsQuoteAndItsMessages(_ scenario: Scenario) throws {
        let home = try Home()
        home.set("binance", scenario.routes[0])
        home.set("coinbase", scenario.routes.last ?? "")
        if let cached = scenario.cached { try home.cache.store(cached.source, pair: "BTC", age: cached.age) }
        #expect(home.run(scenario.arguments, output: scenario.output) == scenario.run)
        #expect(home.exchange.requests.count == scenario.requests)
    }

    @Test(arguments: Names.formats)
    func status_whenTheQuoteIsStale_dependsOnTheFormatAndStaleOK(_ name: String) throws {
        let home = try Home()
        try home.cache.store("kraken", pair: "XBTUSD", age: 330)
        let format = try #require(FormatRegistry.format(named: name.utf8))
        #expect(home.run("-o -f \(name)").status == (format.impliesStaleOK ? .success : .stale))
        #expect(home.run("-o -f \(name) --stale-ok").status == .success)
        #expect(home.run("-o -f \(name) --template {price}").status == .stale)
    }

    @Test(arguments: [
        ("--csv", "", true), ("--csv", "old\n", false), ("--csv --header always", "old\n", true),
        ("--csv --header always", "", true), ("--csv --header never", "", false), ("--json", "", false),
        ("--json --header always", "", false),
    ])
    func header_isPrintedByItsRule(_ arguments: String, _ old: String, _ isPrinted: Bool) throws {
        let home = try Home()
        try home.cache.store("kraken", pair: "XBTUSD", age: 330)
        let lines = home.run("-o \(arguments)", output: .file(old)).text.split(separator: "\n").map(String.init)
        let header = isPrinted ? ["timestamp,price,currency,pair,source,cached,stale,age"] : []
        #expect(lines.dropLast() == old.split(separator: "\n").map(String.init) + header)
    }

    // Special options and usage errors.

    @Test(arguments: [
        ("-V -q", "btcq \(AppDependencies.version)\n"), ("-h", HelpText.text),
        ("--completions fish", CompletionScript.text(for: .fish)),
    ])
    func specialOption_printsItsTextAndUsesNeitherNetworkNorCacheNorVariables(
        _ arguments: String, _ text: String
    ) throws {
        let home = try Home()
        home.environment["BTCQ_PRIMARY"] = "mtgox"
        let run = home.run(arguments)
        #expect(run.status == .success && run.errors.isEmpty)
        expectLines(run.text, text)
        #expect(home.isUnused)
    }

    @Test(arguments: [
        ("/certificates/bundle.pem", "/certificates/bundle.pem"),
        ("/\u{1b}[2J\n/\u{202e}", "/\\u{1b}[2J\\u{a}/\\u{202e}"),
    ])
    func version_whenVerbose_alsoNamesLibcurlCertificatesAndCache(_ path: String, _ shown: String) throws {
        let home = try Home()
        home.environment["SSL_CERT_FILE"] = path
        // It waits for the loader, however short the limit is.
        let run = home.run("-vV -m1ms")
        let format = /btcq ([0-9.]+)\nlibcurl [0-9.]+[-A-Z]* \(.+\)\ncertificates (.+)\ncache (.+)\n/
        let parts = try #require(run.text.wholeMatch(of: format), "\(run)")
        #expect(parts.1 == AppDependencies.version && parts.2 == shown && parts.3 == home.cache.path, "\(run)")
        #expect(run.status == .success && run.errors.isEmpty && home.isUnused)
        home.environment["HOME"] = nil
        #expect(home.run("-Vv").text.hasSuffix("\ncache disabled: HOME is not set\n"))
    }

    /// Options by themselves, options together, variables, then base URLs and keys. The base URL is checked even if the
    /// network is not used, but only that of the run's sources.
    @Test(arguments: [
        ("--decimals 2 -j -x", "unknown option -x", "btcq --help"),
        ("--decimals 2 -j", "--decimals: the price is always exact in the format json", "btcq --help"),
        ("", "BTCQ_CURRENCY: XYZ is not one of \(Names.currencies.joined(separator: ", "))", "man btcq"),
        ("--currency usd", "BTCQ_BINANCE_URL: not a URL such as https://host/path", "man btcq"),
        ("-qo --currency usd", "BTCQ_BINANCE_URL: not a URL such as https://host/path", "man btcq"),
    ])
    func usageError_isOneLineAndAHintInTheOrderOfTheContract(
        _ arguments: String, _ message: String, _ hint: String
    ) throws {
        let home = try Home()
        home.environment["BTCQ_BINANCE_URL"] = "nonsense"
        home.environment["BTCQ_CURRENCY"] = "XYZ"
        let run = home.run("-s binance \(arguments)")
        #expect(run == Home.Run(status: .usage, errors: ["btcq: \(message)", "Try '\(hint)'."]))
        #expect(home.run("--currency usd -s coinbase").status == .success)
    }
}
