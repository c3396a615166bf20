import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import StubExchange
import Testing

@testable import BTCQCommand

/// The command in this process, with a stub for every source.
@Suite(.timeLimit(.minutes(1))) struct CommandTests {
    private let defaults: [String]

    init() throws {
        defaults = try defaultSources()
    }

    // Special options and usage errors.

    @Test func version_isOneLine() throws {
        let run = try Home().run("--version")
        #expect(run.status == .success && run.errors.isEmpty)
        #expect(run.text == "btcq \(AppDependencies.version)\n")
        #expect(AppDependencies.version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
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
            let quote = #""currency":"\#(pair.currency)","pair":"\#(market)","#
            #expect(run.text.contains(quote) && run.text.contains(#""source":"\#(fixture.name)""#))
            #expect(run.text.hasSuffix(#","cached":false,"stale":false,"age":0}"# + "\n"))
            #expect(home.cachedText(pair.currency)?.contains(quote) == true)
        }
        #expect(
            home.exchange.requests.map(\.target)
                == (try fixture.pairs.map { "/ok" + (try fixture.target(for: $0.currency)) }))
    }

    @Test func run_whenThePrimaryResponds_asksNoOtherSource() throws {
        let home = try Home()
        let run = home.run()
        #expect(run.status == .success && run.errors.isEmpty && run.text.hasSuffix("Z \(defaults[0])\n"))
        #expect(home.exchange.requests.count == 1)
    }

    @Test func run_whenThePrimaryFails_asksTheFallback() throws {
        let home = try Home()
        home.set(defaults[0], "status-500")
        let run = home.run()
        #expect(run.status == .success && run.errors.isEmpty && run.text.hasSuffix("Z \(defaults[1])\n"))
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
        let run = home.run("-v", "-s", fixture.name)
        #expect(run.status == .noQuote && !run.errors.joined().contains("SECRET"))
        let sent = try #require(home.exchange.requests.first).headers.filter { $0.contains("SECRET") }
        #expect(sent.count == (exchange.keyVariable == nil ? 0 : 1))
    }

    // A quote from the cache.

    @Test func run_whenTheFetchFails_printsTheCachedQuoteAsStale() throws {
        let home = try Home("status-503")
        try home.cache(defaults[0], age: 330)
        let run = home.run()
        #expect(run.status == .stale && run.text.hasSuffix("Z \(defaults[0]) (cached, 5m old)\n"))
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
    func status_whenTheQuoteIsStale_dependsOnTheFormatAndStaleOK(_ format: QuoteFormat) throws {
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

    @Test func background_whenThereIsNoCache_saysThatNoQuoteCanBeFetched() throws {
        let home = try Home()
        home.environment["HOME"] = nil
        let run = home.run("-b")
        #expect(run.status == .noQuote && run.text.isEmpty && home.exchange.connections == 0)
        #expect(
            run.errors == [
                "btcq: no quote: no usable quote is cached; "
                    + "none can be fetched: there is no cache: HOME is not an absolute path"
            ])
    }

    @Test func background_whenEverySourceIsSkipped_printsTheCachedQuoteAndStartsNoRefresh() throws {
        let home = try Home()
        try home.backOff(defaults, because: .rateLimited, seconds: 600)
        try home.cache(defaults[0], age: 330)
        let run = home.run("-b", "-v")
        #expect(run.status == .stale && run.text.contains(" (cached, 5m old)") && home.exchange.connections == 0)
        #expect(run.errors.count == 3)
        #expect(run.errors[0].contains(/: skipped for another (10|9)m \(rate limited\)$/))
        #expect(
            run.errors[2].hasPrefix(
                "btcq: using the quote cached 5m ago from \(defaults[0]): \(defaults[0]): skipped for another "))
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
