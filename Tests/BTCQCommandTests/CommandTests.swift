import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Foundation
import StubExchange
import Platform
import Testing

@testable import BTCQCommand

/// The command in this process, with a stub for every source.
@Suite(.timeLimit(.minutes(1))) struct CommandTests {
    /// The sources that are asked by default.
    private let (primary, fallback): (String, String)

    init() throws {
        let names = try defaultSources()
        (primary, fallback) = (names[0], names[1])
    }

    /// How the text format prints a live quote of a source in USD, after the price and the time.
    private func ending(_ source: String) throws -> String {
        let exchange = try #require(SourceRegistry.exchange(named: source.utf8))
        return "Z \(source) \(try #require(exchange.pair(in: .usd)).name)\n"
    }

    // Special options and usage errors.

    @Test(arguments: [
        (["--version"], "btcq \(AppDependencies.version)\n"), (["-V", "-q"], "btcq \(AppDependencies.version)\n"),
        (["-h"], HelpText.text), (["--completions", "bash"], CompletionScript.text(for: .bash)),
        (["--completions", "zsh"], CompletionScript.text(for: .zsh)),
        (["--completions", "fish"], CompletionScript.text(for: .fish)),
    ])
    func specialOption_printsItsTextAndUsesNeitherNetworkNorCacheNorVariables(
        _ arguments: [String], _ text: String
    ) throws {
        let home = try Home()
        home.environment["BTCQ_PRIMARY"] = "mtgox"
        #expect(home.run(arguments) == Home.Run(status: .success, text: text))
        #expect(home.exchange.connections == 0 && home.cachedText() == nil)
    }

    @Test(arguments: [
        ("/certificates/bundle.pem", "/certificates/bundle.pem"),
        ("/\u{1b}[2J\n/\u{202e}", "/\\u{1b}[2J\\u{a}/\\u{202e}"),
    ])
    func version_whenVerbose_alsoNamesLibcurlCertificatesAndCache(_ path: String, _ shown: String) throws {
        let home = try Home()
        home.environment["SSL_CERT_FILE"] = path
        let run = home.run("-vV")
        let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(run.status == .success && run.errors.isEmpty && lines.count == 5, "\(run)")
        #expect(AppDependencies.version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
        #expect(lines[0] == "btcq \(AppDependencies.version)")
        #expect(lines[1].wholeMatch(of: /libcurl [0-9.]+[-A-Z]* \(.+\)/) != nil, "\(lines[1])")
        #expect(lines[2...] == ["certificates \(shown)", "cache \(home.cacheDirectory.path)", ""])
        #expect(home.exchange.connections == 0 && home.cachedText() == nil)
        home.environment["HOME"] = nil
        #expect(home.run("-V", "-v").text.hasSuffix("\ncache disabled: HOME is not an absolute path\n"))
    }

    /// In a process that has not loaded libcurl yet.
    @Test func version_whenLibcurlIsNotLoadedAtTheDeadline_saysSo() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let clock = MonotonicClock()
            usleep(10_000)
            let text = home.run(["-V", "-v", "-m", "10ms"], clock: clock).text
            let isReported = text.contains("\nlibcurl not loaded after 10ms\ncertificates unknown\n")
            #expect(isReported, "\(text)")
            // exit(3) would end the libraries that another thread is still loading.
            _exit(isReported ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    /// Options by themselves, options together, variables, then base URLs and keys.
    @Test func usageError_isOneLineAndAHintInTheOrderOfTheContract() throws {
        let home = try Home()
        let variable = "BTCQ_\(primary.uppercased())_URL"
        home.environment[variable] = "nonsense"
        home.environment["BTCQ_CURRENCY"] = "XYZ"
        for (arguments, message, hint) in [
            (["--decimals", "2", "-j", "-x"], "unknown option -x", "Try 'btcq --help'."),
            (
                ["--decimals", "2", "-j"], "--decimals: the price is always exact in the format json",
                "Try 'btcq --help'."
            ),
            (
                [], "BTCQ_CURRENCY: XYZ is not one of \(Names.currencies.joined(separator: ", "))", "Try 'man btcq'."
            ),
            (["--currency", "usd"], "\(variable): not a URL such as https://host/path", "Try 'man btcq'."),
        ] {
            // The base URL is checked even if the network is not used.
            for run in [home.run(["-s", primary] + arguments), home.run(["-q", "-o", "-s", primary] + arguments)] {
                #expect(run == Home.Run(status: .usage, errors: ["btcq: \(message)", hint]))
            }
        }
        // Only this run's sources are checked.
        #expect(home.run("--currency", "usd", "-s", fallback).status == .success)
    }

    @Test(
        arguments: SourceRegistry.exchanges.compactMap(\.keyVariable), ["SECRET\nX: y", "SECRET\u{0}", "SECRET\u{85}"])
    func key_whenItContainsAControlCharacter_isAUsageErrorThatDoesNotRepeatIt(_ variable: String, _ key: String) throws
    {
        let home = try Home()
        home.environment[variable] = key
        let exchange = try #require(SourceRegistry.exchanges.first { $0.keyVariable == variable })
        let errors = ["btcq: \(variable) contains a control character", "Try 'man btcq'."]
        #expect(home.run("-s", exchange.name) == Home.Run(status: .usage, errors: errors))
        #expect(home.exchange.connections == 0)
        #expect(home.run("-s", primary).status == .success)
    }

    // A live quote.

    @Test func run_whenThePrimaryResponds_printsAndCachesItsQuote() throws {
        let home = try Home()
        let run = home.run()
        let ending = try ending(primary)
        #expect(run.status == .success && run.errors.isEmpty && run.text.hasSuffix(ending), "\(run)")
        #expect(home.exchange.requests.count == 1)
        #expect(home.cachedText()?.hasSuffix(#""source":"\#(primary)"}]}"# + "\n") == true)
    }

    @Test func run_whenThePrimaryFails_asksTheFallbackAndReportsBothIfVerbose() throws {
        let home = try Home()
        home.set(primary, "status-500")
        let run = home.run("-v")
        let ending = try ending(fallback)
        #expect(run.status == .success && run.text.hasSuffix(ending), "\(run)")
        try #require(run.errors.count == 2, "\(run)")
        #expect(run.errors[0].hasPrefix("btcq: \(primary): HTTP 500; total "), "\(run)")
        #expect(run.errors[0].hasSuffix("; at \(home.exchange.url("status-500"))"), "\(run)")
        #expect(run.errors[1].contains(/^btcq: [a-z]+: [0-9.]+; total [0-9.]+ms \(/), "\(run)")
        #expect(home.run().errors.isEmpty)
    }

    @Test func variable_whenNoOptionReplacesIt_isTheDefault() throws {
        let home = try Home()
        home.environment["BTCQ_CURRENCY"] = "eur"
        home.environment["BTCQ_PRIMARY"] = fallback
        let arguments = ["--template", "{source} {currency}"]
        #expect(home.run(arguments).text == "\(fallback) EUR\n")
        #expect(home.run(arguments + ["--currency", "USD", "-s", primary]).text == "\(primary) USD\n")
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func key_isSentToItsSourceOnlyAndNeverPrinted(_ source: String) throws {
        let home = try Home("status-401")
        let exchange = try #require(SourceRegistry.exchange(named: source.utf8))
        for variable in SourceRegistry.exchanges.compactMap(\.keyVariable) { home.environment[variable] = "SECRET" }
        let run = home.run("-v", "-s", source, "--currency", exchange.pairs[0].currency.code)
        #expect(run.status == .noQuote && !run.errors.joined().contains("SECRET"), "\(run)")
        let sent = try #require(home.exchange.requests.first).headers.filter { $0.contains("SECRET") }
        #expect(sent.count == (exchange.keyVariable == nil ? 0 : 1))
    }

    // A quote from the cache.

    @Test func run_whenTheFetchFails_printsTheCachedQuoteAsStale() throws {
        let home = try Home("status-503")
        #expect(home.run("--stale-ok").status == .noQuote)
        try home.cache(primary, age: 330)
        let run = home.run()
        #expect(run.status == .stale && run.text.hasSuffix(" \(primary) BTCUSDT (cached, 5m old)\n"), "\(run)")
        let errors = "\(primary): HTTP 503; \(fallback): HTTP 503"
        #expect(run.errors == ["btcq: no fresh quote: \(errors); using the quote cached 5m ago"])
    }

    @Test func run_whenItsSourcesAreBlocked_suggestsOneThatTakesNoPart() throws {
        let usable = SourceSelection.usable(in: .usd, Environment { _ in nil }).map(\.name)
        let other = try #require(usable.first { $0 != primary && $0 != fallback })
        let hint = "HTTP 451 (blocked in this country; try --source \(other))"
        let run = try Home("status-451").run()
        #expect(
            run == Home.Run(status: .noQuote, errors: ["btcq: no quote: \(primary): \(hint); \(fallback): \(hint)"]))
    }

    @Test(arguments: FormatRegistry.formats)
    func status_whenTheQuoteIsStale_dependsOnTheFormatAndStaleOK(_ format: any QuoteFormatter) throws {
        let home = try Home("status-503")
        try home.cache(primary, age: 330)
        #expect(home.run("-o", "-f", format.name).status == (format.impliesStaleOK ? .success : .stale))
        #expect(home.run("-o", "-f", format.name, "--stale-ok").status == .success)
        #expect(home.run("-o", "-f", format.name, "--template", "{price}").status == .stale)
    }

    @Test func offline_printsTheCachedQuoteAndAsksNoSource() throws {
        let home = try Home()
        #expect(home.run("-o") == Home.Run(status: .noQuote, errors: ["btcq: no quote: no usable quote is cached"]))
        try home.cache(primary, price: "60000.50", age: 330)
        let template = ["--template", "{number} {stale:OLD} {age}"]
        #expect(home.run(["-o"] + template) == Home.Run(status: .stale, text: "60000.5 OLD 5m\n"))
        // It cancels --background.
        for arguments in [["-o", "-b", "-v", "-n"], ["-b", "-o", "-v", "-n"]] {
            let reason = "btcq: using the quote cached 5m ago from \(primary): --offline"
            #expect(home.run(arguments) == Home.Run(status: .stale, text: "60000.5\n", errors: [reason]))
        }
        #expect(home.run("-o", "--max-stale", "5m").status == .noQuote)
        #expect(home.run("-o", "--max-stale", "0").errors == ["btcq: no quote: --max-stale 0 allows no cached quote"])
        #expect(home.exchange.connections == 0)
    }

    @Test func run_whenTheCachedQuoteIsFresh_printsItAndAsksNoSource() throws {
        let home = try Home()
        try home.cache(fallback, age: 30)
        for arguments in [["-a", "1m"], ["-o", "-a", "1m"], ["-b"]] {
            let run = home.run(arguments + ["--template", "{source} {age} {stale}"])
            #expect(run == Home.Run(status: .success, text: "\(fallback) 30s false\n"), "\(arguments)")
        }
        #expect(home.exchange.connections == 0)
        #expect(home.run("-a", "30s", "--template", "{cached}").text == "false\n")
    }

    // Without a cache, and with rate limits.

    @Test func run_whenThereIsNoCache_saysWhy() throws {
        let home = try Home()
        home.environment["HOME"] = nil
        let reason = "HOME is not an absolute path"
        let run = home.run("-v")
        let ending = try ending(primary)
        #expect(run.status == .success && run.text.hasSuffix(ending), "\(run)")
        #expect(run.errors.first == "btcq: ignoring the cache: \(reason)")
        #expect(run.errors.last == "btcq: cannot update the cache: \(reason)")
        #expect(home.run("-o").errors == ["btcq: no quote: no cache: \(reason)"])
        let hint = "none can be fetched in the background without it"
        #expect(home.run("-b") == Home.Run(status: .noQuote, errors: ["btcq: no quote: no cache: \(reason); \(hint)"]))
        home.set(primary, "status-500")
        #expect(home.run("-s", primary).errors == ["btcq: no quote: \(primary): HTTP 500; no cache: \(reason)"])
    }

    @Test func run_whenTheCacheFileIsADirectory_namesItIfThereIsNoQuote() throws {
        let home = try Home("status-500")
        let reason = "\(try home.createDirectory(inPlaceOf: "BTC-USD.json")) is a directory"
        #expect(home.run("-o").errors == ["btcq: no quote: no usable quote is cached; \(reason)"])
        #expect(home.run("-s", primary).errors == ["btcq: no quote: \(primary): HTTP 500; \(reason)"])
    }

    @Test func run_whenARateLimitCannotBeStored_warns() throws {
        let home = try Home("status-429")
        let path = try home.createDirectory(inPlaceOf: "rate-limits.json")
        let limited = "\(primary): HTTP 429 (rate limited)"
        #expect(
            home.run("-s", primary).errors == [
                "btcq: cannot store a rate limit: \(path): Is a directory", "btcq: no quote: \(limited)",
            ])
        home.set(primary, "status-500")
        #expect(home.run("-s", primary).errors == ["btcq: no quote: \(primary): HTTP 500"])
    }

    @Test func run_whenEverySourceIsRateLimited_asksNoneAndSaysForHowLong() throws {
        let home = try Home("status-429")
        try home.cache(primary, age: 330)
        #expect(home.run().status == .stale && home.exchange.requests.count == 2)
        for (arguments, beginning) in [
            ([], "no fresh quote: "), (["-b", "-v"], "using the quote cached 5m ago from \(primary): "),
        ] {
            let run = home.run(arguments)
            #expect(run.status == .stale && run.errors.count == 1, "\(run)")
            #expect(run.errors[0].hasPrefix("btcq: \(beginning)\(primary): rate limited for another "), "\(run)")
            let skipped = run.errors[0].matches(of: /[a-z]+: rate limited for another [0-9.]+m?s/)
            #expect(skipped.count == 2, "\(run)")
        }
        #expect(home.exchange.requests.count == 2)
    }

    // stderr, and failed writes.

    @Test func quiet_omitsWarningsAndPrintsWriteErrors() throws {
        let home = try Home("status-503")
        let errors = "\(primary): HTTP 503; \(fallback): HTTP 503"
        #expect(home.run() == Home.Run(status: .noQuote, errors: ["btcq: no quote: \(errors)"]))
        #expect(home.run("-q") == Home.Run(status: .noQuote))
        try home.cache(primary, age: 330)
        #expect(home.run("-qn") == Home.Run(status: .stale, text: "60000.5\n"))
        let notWritten = "btcq: cannot write to standard output: Bad file descriptor"
        #expect(home.run("-q", output: .readOnlyFile) == Home.Run(status: .notWritten, errors: [notWritten]))
        let run = home.run("-v", output: .readOnlyFile)
        let beginnings = [notWritten, "btcq: \(primary): HTTP", "btcq: \(fallback): HTTP", "btcq: no fresh quote: "]
        #expect(run.errors.count == 4 && zip(run.errors, beginnings).allSatisfy { $0.hasPrefix($1) }, "\(run)")
    }

    @Test func status_whenTheQuoteCannotBeWritten_isNotWrittenAndTheQuoteIsCached() throws {
        let home = try Home()
        #expect(home.run(output: .pipeWithoutReader) == Home.Run(status: .notWritten))
        #expect(home.cachedText() != nil)
        for arguments in [["-o"], ["-o", "--stale-ok"], ["--help"]] {
            #expect(home.run(arguments, output: .readOnlyFile).status == .notWritten, "\(arguments)")
        }
    }

    @Test(arguments: [
        ([], "", true), ([], "old\n", false), (["--header", "always"], "old\n", true),
        (["--header", "never"], "", false), (["--json"], "", false), (["--json", "--header", "always"], "", false),
    ])
    func header_isPrintedByItsRule(_ arguments: [String], _ old: String, _ isPrinted: Bool) throws {
        let home = try Home()
        try home.cache(primary, age: 330)
        let run = home.run(["-o", "--csv"] + arguments, output: .file(old))
        let header = old + "timestamp,price,currency,pair,source,cached,stale,age\n"
        #expect(run.text.hasPrefix(header) == isPrinted, "\(run)")
        #expect(run.text.hasPrefix(old), "\(run)")
        #expect(run.text.dropFirst(old.count).split(separator: "\n").count == (isPrinted ? 2 : 1), "\(run)")
    }
}
