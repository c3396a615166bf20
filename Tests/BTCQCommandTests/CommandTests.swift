import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Foundation
import StubExchange
import System
import Testing

@testable import BTCQCommand

/// The command in this process, with a stub for every source.
@Suite(.timeLimit(.minutes(1))) struct CommandTests {
    private let defaults: [String]

    init() throws {
        defaults = try defaultSources()
    }

    // Special options and usage errors.

    /// How the text format prints a live quote of a source in USD, after the price and the time.
    private func ending(_ source: String) throws -> String {
        let exchange = try #require(SourceRegistry.exchange(named: source.utf8))
        return "Z \(source) \(try #require(exchange.pair(in: .usd)).name)"
    }

    @Test func version_isOneLine() throws {
        let run = try Home().run("--version")
        #expect(run.status == .success && run.errors.isEmpty)
        #expect(run.text == "btcq \(AppDependencies.version)\n")
        #expect(AppDependencies.version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
    }

    @Test func version_whenVerbose_alsoNamesLibcurlCertificatesAndCache() throws {
        let home = try Home()
        home.environment["SSL_CERT_FILE"] = "/certificates/bundle.pem"
        for arguments in [["-V", "-v"], ["-vV"], ["--verbose", "--version"]] {
            let run = home.run(arguments)
            #expect(run.status == .success && run.errors.isEmpty)
            let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
            try #require(lines.count == 5, "\(run.text)")
            #expect(lines[0] == "btcq \(AppDependencies.version)")
            #expect(lines[1].wholeMatch(of: /libcurl [0-9.]+[-A-Z]* \(.+\)/) != nil, "\(lines[1])")
            #expect(lines[2] == "certificates /certificates/bundle.pem")
            #expect(lines[3] == "cache \(home.cacheDirectory.path)")
            #expect(lines[4] == "")
        }
        #expect(home.exchange.connections == 0 && home.cachedText() == nil)
    }

    @Test func version_whenVerboseAndThereIsNoCache_saysWhy() throws {
        let home = try Home()
        home.environment["HOME"] = nil
        #expect(home.run("-V", "-v").text.hasSuffix("\ncache disabled: HOME is not an absolute path\n"))
        #expect(home.run("-V", "-q").text == "btcq \(AppDependencies.version)\n")
    }

    @Test func version_whenVerbose_escapesWhatTheEnvironmentContains() throws {
        let home = try Home()
        home.environment["SSL_CERT_FILE"] = "/\u{1b}[2J\n/\u{202e}"
        #expect(home.run("-V", "-v").text.contains("\ncertificates /\\u{1b}[2J\\u{a}/\\u{202e}\n"))
    }

    /// In a process that has not loaded libcurl yet.
    @Test func version_whenLibcurlIsNotLoadedAtTheDeadline_saysSo() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let clock = MonotonicClock()
            usleep(10_000)
            let text = home.run(["-V", "-v", "-m", "10ms"], clock: clock).text
            #expect(text.contains("\nlibcurl not loaded after 10ms\ncertificates unknown\n"))
            #expect(text.hasSuffix("\ncache \(home.cacheDirectory.path)\n"))
        }
    }

    @Test func help_isTheHelpText() throws {
        let run = try Home().run("-h")
        #expect(run.status == .success && run.errors.isEmpty && run.text == HelpText.text)
    }

    @Test(arguments: Shell.allCases)
    func completions_areTheScriptOfTheShell(_ shell: Shell) throws {
        let run = try Home().run("--completions", shell.rawValue)
        #expect(run.status == .success && run.errors.isEmpty && run.text == CompletionScript(shell).text)
    }

    @Test func specialOptions_useNeitherNetworkNorCacheNorVariables() throws {
        let home = try Home()
        home.environment["BTCQ_PRIMARY"] = "mtgox"
        for arguments in [["-h"], ["-V"], ["--completions", "zsh"]] { #expect(home.run(arguments).status == .success) }
        #expect(home.exchange.connections == 0 && home.cachedText() == nil)
    }

    @Test func run_whenUsageError_printsOneLineAndAHint() throws {
        let home = try Home()
        let run = home.run("--nonsense")
        #expect(run.status == .usage && run.text.isEmpty)
        #expect(run.errors == ["btcq: unknown option --nonsense", "Try 'btcq --help'."])
        #expect(home.run("--template", "{x}").errors.last == "Try 'man btcq'.")
        #expect(home.exchange.connections == 0 && home.cachedText() == nil)
    }

    // A live quote.

    @Test(arguments: Fixture.all)
    func run_whenASourceIsChosen_asksItInEachOfItsCurrenciesAndStoresTheQuote(_ fixture: Fixture) throws {
        let home = try Home()
        let exchange = try #require(SourceRegistry.exchange(named: fixture.name.utf8))
        for pair in fixture.pairs {
            let run = home.run("-s", fixture.name, "--currency", pair.currency, "--json")
            #expect(run.status == .success && run.errors.isEmpty)
            let market = try #require(Currency(code: pair.currency.utf8).flatMap(exchange.pair)).name
            let source = #""source":"\#(fixture.name)""#
            #expect(run.text.contains(#""currency":"\#(pair.currency)","pair":"\#(market)","#))
            #expect(run.text.hasSuffix(source + #","cached":false,"stale":false,"age":0}"# + "\n"))
            let cached = try #require(home.cachedText(pair.currency))
            #expect(cached.hasPrefix(#"{"version":2,"currency":"\#(pair.currency)","quotes":[{"price":""#))
            #expect(cached.contains(#""pair":"\#(market)""#) && cached.hasSuffix(source + "}]}\n"))
        }
        #expect(
            home.exchange.requests.map(\.target)
                == (try fixture.pairs.map { "/ok" + (try fixture.target(for: $0.currency)) }))
    }

    @Test func run_whenThePrimaryResponds_asksNoOtherSource() throws {
        let home = try Home()
        let run = home.run()
        #expect(try run.status == .success && run.errors.isEmpty && run.text.hasSuffix(ending(defaults[0]) + "\n"))
        #expect(home.exchange.requests.count == 1)
    }

    @Test func run_whenThePrimaryFails_asksTheFallback() throws {
        let home = try Home()
        home.set(defaults[0], "status-500")
        let run = home.run()
        #expect(try run.status == .success && run.errors.isEmpty && run.text.hasSuffix(ending(defaults[1]) + "\n"))
    }

    @Test func verbose_reportsEachSource() throws {
        let home = try Home()
        home.set(defaults[0], "status-500")
        let errors = home.run("-v").errors
        #expect(errors.count == 2)
        #expect(errors[0].hasPrefix("btcq: \(defaults[0]): HTTP 500; total "))
        #expect(errors[0].hasSuffix("; at \(home.exchange.url("status-500"))"))
        #expect(errors[1].contains(/^btcq: [a-z]+: [0-9.]+; total [0-9.]+ms \(/))
    }

    @Test(arguments: Fixture.all)
    func key_isSentToItsSourceOnlyAndNeverPrinted(_ fixture: Fixture) throws {
        let home = try Home("status-401")
        let exchange = try #require(SourceRegistry.exchange(named: fixture.name.utf8))
        for variable in SourceRegistry.exchanges.compactMap(\.keyVariable) { home.environment[variable] = "SECRET" }
        let run = home.run("-v", "-s", fixture.name, "--currency", fixture.pairs[0].currency)
        #expect(run.status == .noQuote && !run.errors.joined().contains("SECRET"))
        let sent = try #require(home.exchange.requests.first).headers.filter { $0.contains("SECRET") }
        #expect(sent.count == (exchange.keyVariable == nil ? 0 : 1))
    }

    // A quote from the cache.

    @Test func run_whenTheFetchFails_printsTheCachedQuoteAsStale() throws {
        let home = try Home("status-503")
        try home.cache(defaults[0], age: 330)
        let run = home.run()
        #expect(try run.status == .stale && run.text.hasSuffix(ending(defaults[0]) + " (cached, 5m old)\n"))
        #expect(
            run.errors == [
                "btcq: no fresh quote: \(defaults[0]): HTTP 503; \(defaults[1]): HTTP 503; "
                    + "using the quote cached 5m ago"
            ])
    }

    @Test func staleOK_changesTheStatusOfAStaleQuoteOnly() throws {
        let home = try Home("status-503")
        #expect(home.run("--stale-ok").status == .noQuote)
        try home.cache(defaults[0], age: 330)
        let run = home.run("--stale-ok")
        #expect(run.status == .success && run.errors.count == 1 && run.text.contains("(cached, 5m old)"))
    }

    @Test(arguments: FormatRegistry.formats)
    func status_whenTheQuoteIsStale_dependsOnTheFormatAndStaleOK(_ format: any QuoteFormatter) throws {
        let home = try Home("status-503")
        try home.cache(defaults[0], age: 330)
        #expect(home.run("-f", format.name).status == (format.impliesStaleOK ? .success : .stale))
        #expect(home.run("-f", format.name, "--stale-ok").status == .success)
        #expect(home.run("--template", "{price}", "--stale-ok").status == .success)
        #expect(home.run("-f", format.name, "--template", "{price}").status == .stale)
    }

    @Test func offline_printsTheCachedQuoteAndAsksNoSource() throws {
        let home = try Home()
        #expect(home.run("-o").status == .noQuote)
        #expect(home.run("-o").errors == ["btcq: no quote: no usable quote is cached"])
        try home.cache(defaults[0], age: 330)
        let run = home.run("-o")
        #expect(run.status == .stale && run.errors.isEmpty && run.text.hasSuffix(" (cached, 5m old)\n"))
        #expect(home.run("-o", "--max-stale", "5m").status == .noQuote)
        #expect(home.run("-o", "--max-stale", "0").errors == ["btcq: no quote: --max-stale 0 allows no cached quote"])
        #expect(home.exchange.connections == 0)
    }

    @Test func run_whenTheCachedQuoteIsFresh_printsItAndAsksNoSource() throws {
        let home = try Home()
        try home.cache(defaults[1], age: 30)
        for arguments in [["-a", "1m"], ["-o", "-a", "1m"], ["-b"]] {
            let run = home.run(arguments)
            #expect(
                run.status == .success && run.errors.isEmpty && run.text.contains(" (cached, 30s old)"), "\(arguments)")
        }
        #expect(home.exchange.connections == 0)
        #expect(home.run("-a", "30s").text.contains("cached") == false)
    }

    // Without a cache, and with a back-off.

    @Test func background_whenThereIsNoCache_saysThatNoQuoteCanBeFetched() throws {
        let home = try Home()
        home.environment["HOME"] = nil
        let run = home.run("-b")
        #expect(run.status == .noQuote && run.text.isEmpty && home.exchange.connections == 0)
        #expect(
            run.errors == [
                "btcq: no quote: no cache: HOME is not an absolute path; "
                    + "none can be fetched in the background without it"
            ])
    }

    @Test func run_whenThereIsNoCache_saysWhy() throws {
        let home = try Home()
        home.environment["HOME"] = nil
        let reason = "HOME is not an absolute path"
        let run = home.run("-v")
        #expect(try run.status == .success && run.text.hasSuffix(ending(defaults[0]) + "\n"))
        #expect(run.errors.first == "btcq: ignoring the cache: \(reason)")
        #expect(run.errors.last == "btcq: cannot update the cache: \(reason)")
        #expect(home.run("-o").errors == ["btcq: no quote: no cache: \(reason)"])
        home.set(defaults[0], "status-500")
        #expect(
            home.run("-s", defaults[0]).errors
                == ["btcq: no quote: \(defaults[0]): HTTP 500; no cache: \(reason)"])
    }

    @Test func background_whenItsEntryCannotBeStored_startsNoRefreshAndSaysWhy() throws {
        let home = try Home()
        let path = home.cacheDirectory.appending(path: "backoff.json").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let reason = "\(path): Is a directory"
        let empty = home.run("-b")
        #expect(empty.status == .noQuote && empty.text.isEmpty)
        #expect(empty.errors == ["btcq: no quote: no usable quote is cached; none can be fetched: \(reason)"])
        try home.cache(defaults[0], age: 330)
        let run = home.run("-b")
        #expect(run.status == .stale && run.text.contains(" (cached, 5m old)"))
        #expect(run.errors == ["btcq: cannot refresh the cache: \(reason)"])
        #expect(home.exchange.connections == 0)
    }

    @Test func run_whenARateLimitCannotBeStored_warns() throws {
        let home = try Home("status-429")
        let path = home.cacheDirectory.appending(path: "backoff.json").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let limited = defaults.map { "\($0): HTTP 429 (rate limited)" }.joined(separator: "; ")
        #expect(
            home.run().errors == [
                "btcq: cannot store a rate limit: \(path): Is a directory", "btcq: no quote: \(limited)",
            ])
        home.set(defaults[0], "status-500")
        #expect(home.run("-s", defaults[0]).errors == ["btcq: no quote: \(defaults[0]): HTTP 500"])
    }

    @Test func run_whenEverySourceIsRateLimited_asksNoneAndSaysForHowLong() throws {
        let home = try Home("status-429")
        try home.cache(defaults[0], age: 330)
        #expect(home.run().status == .stale && home.exchange.requests.count == 2)
        let skipped = /[a-z]+: skipped for another [0-9.]+m?s \(rate limited\)/
        let run = home.run()
        #expect(run.status == .stale && run.errors.count == 1)
        #expect(run.errors[0].hasPrefix("btcq: no fresh quote: ") && run.errors[0].matches(of: skipped).count == 2)
        let background = home.run("-b", "-v")
        #expect(background.status == .stale && background.text.contains(" (cached, 5m old)"))
        #expect(background.errors.count == 1)
        #expect(background.errors[0].hasPrefix("btcq: using the quote cached 5m ago from \(defaults[0]): "))
        #expect(background.errors[0].matches(of: skipped).count == 2)
        #expect(home.exchange.requests.count == 2)
    }

    @Test func offline_cancelsBackground() throws {
        let home = try Home()
        try home.cache(defaults[0], age: 330)
        for arguments in [["-o", "-b", "-v"], ["-b", "-o", "-v"]] {
            let run = home.run(arguments)
            #expect(run.status == .stale && run.errors.last?.hasSuffix(": --offline") == true)
        }
    }

    // stderr, and failed writes.

    @Test func quiet_omitsWarningsAndKeepsTheStatus() throws {
        let home = try Home("status-503")
        #expect(home.run().errors.count == 1 && home.run("-q").errors.isEmpty && home.run("-q").status == .noQuote)
        try home.cache(defaults[0], age: 330)
        #expect(home.run("-q").errors.isEmpty && home.run("-q").status == .stale)
    }

    @Test func quiet_printsUsageErrorsAndWriteErrors() throws {
        let home = try Home()
        #expect(home.run("-q", "--nonsense").errors.count == 2)
        #expect(
            home.run("-q", failure: .failed("No space left on device")).errors
                == ["btcq: cannot write to standard output: No space left on device"])
    }

    @Test func errors_areInOrder() throws {
        let home = try Home("status-503")
        try home.cache(defaults[0], age: 330)
        let errors = home.run("-v", failure: .failed("No space left on device")).errors
        #expect(errors.count == 4)
        #expect(errors[0] == "btcq: cannot write to standard output: No space left on device")
        #expect(errors[1].hasPrefix("btcq: \(defaults[0]): HTTP 503; total"))
        #expect(errors[2].hasPrefix("btcq: \(defaults[1]): HTTP 503; total"))
        #expect(errors[3].hasPrefix("btcq: no fresh quote: "))
    }

    @Test func status_whenTheQuoteCannotBeWritten_isNotWrittenAndTheQuoteIsCached() throws {
        let home = try Home()
        #expect(home.run(failure: .failed("No space left on device")).status == .notWritten)
        #expect(home.cachedText() != nil)
        #expect(home.run("-o", failure: .failed("x")).status == .notWritten)
        #expect(home.run("-o", "--stale-ok", failure: .failed("x")).status == .notWritten)
        #expect(home.run("--help", failure: .failed("x")).status == .notWritten)
    }

    @Test func run_whenTheReaderIsGone_printsNoError() throws {
        let run = try Home().run(failure: .readerGone)
        #expect(run.status == .notWritten && run.errors.isEmpty)
    }

    @Test func header_goesToTheOutputWithItsRule() throws {
        let home = try Home()
        let csv = home.run("--csv")
        #expect(csv.header == "timestamp,price,currency,pair,source,cached,stale,age\n" && csv.headerRule == .auto)
        #expect(csv.text.filter { $0 == "\n" }.count == 1 && csv.text.hasSuffix(",false,false,0\n"))
        #expect(home.run("--csv", "--header", "always").headerRule == .always)
        #expect(home.run("--csv", "--header", "never").headerRule == .never)
        #expect(home.run("--json").header == nil)
    }

    @Test func lockTimeout_isOneSecondOrEndsAtTheDeadline() throws {
        let home = try Home()
        #expect(home.run("--csv").lockTimeout == .seconds(1))
        let short = try #require(home.run("--csv", "-o", "-a", "1h", "-m", "300ms").lockTimeout)
        #expect(short > .zero && short <= .milliseconds(310))
        #expect(home.run("--help").lockTimeout == .zero)
    }

    @Test func template_isPrintedAsALine() throws {
        let home = try Home()
        try home.cache(defaults[0], price: "60000.50", age: 330)
        let run = home.run("-o", "--template", "{number} {stale:OLD} {age}", "--decimals", "0")
        #expect(run.text == "60000.5 OLD 5m\n")
        #expect(home.run("-on", "--decimals", "0").text == "60000\n")
    }
}
