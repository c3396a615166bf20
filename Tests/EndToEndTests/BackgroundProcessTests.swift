import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// The process that `--background` starts is detached, and asks what the run would have asked.
    @Suite(.enabled(if: Sandbox.seesProcesses, "no /proc to see the process"))
    struct BackgroundProcessTests {
        @Test func refresh_isInItsOwnSessionWithNothingOfTheCallers() throws {
            let (box, gate) = try held()
            defer { box.endRefreshes() }
            defer { gate.open() }
            let inherited = open("\(box.work)/inherited", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(inherited) }
            let program = try Program(
                Program.btcq, [Array("-bq".utf8)], environment: box.environment, directory: box.work,
                descriptors: Array(repeating: inherited, count: 10))
            #expect(program.wait().ending == .status(1))
            try waitUntil("a source is asked") { !box.asked.isEmpty }
            let refresh = try #require(box.refreshes.first)
            let status = try box.status(of: refresh)
            #expect(status.session == refresh && status.group == refresh && status.terminal == 0)
            let descriptors = Sandbox.descriptors(of: refresh)
            for stream in 0...2 { #expect(descriptors[stream] == "/dev/null") }
            #expect(!descriptors.values.contains { $0.hasPrefix(box.work) }, "\(descriptors)")
            gate.open()
            try box.waitForRefreshes()
        }

        /// The substitution ends when no process has the pipe open any more, as standard output or as 9.
        @Test func commandSubstitution_doesNotWaitForIt() throws {
            let (box, gate) = try held()
            defer { box.endRefreshes() }
            defer { gate.open() }
            let run = try box.shell(#"text=$(btcq -b --max-time 20s 9>&1 2>&1); echo "<$text>""#, limit: .seconds(15))
            #expect(run.text == "<btcq: no quote: no usable quote is cached; one is being fetched>\n", "\(run)")
            #expect(box.refreshes.count == 1)
            gate.open()
            try box.waitForRefreshes()
        }

        /// Nothing of the caller's is left but what `btcq` does itself.
        @Test func refresh_blocksAndIgnoresNoSignalThatItsCallerDid() throws {
            let (box, gate) = try held()
            defer { box.endRefreshes() }
            defer { gate.open() }
            let null = open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let line = "trap '' INT QUIT PIPE ALRM TERM USR1; exec btcq -bq --max-time=20s --timeout=10s"
            let program = try Program(
                "/bin/sh", ["-c", line].map { Array($0.utf8) }, environment: box.environment, directory: box.work,
                descriptors: [null, null, null], blocking: SIGUSR2)
            #expect(program.wait().ending == .status(1))
            try waitUntil("a source is asked") { !box.asked.isEmpty }
            let refresh = try #require(box.refreshes.first)
            #expect(try Sandbox.signals("SigBlk", in: "/proc/\(refresh)/status") == [])
            #expect(try Sandbox.signals("SigIgn", in: "/proc/\(refresh)/status") == [SIGHUP, SIGXFSZ])
            gate.open()
            try box.waitForRefreshes()
        }

        /// Only the one that `btcq` sets itself, so that no backtracer is run after a crash.
        @Test func refresh_inheritsNoVariablesOfTheSwiftRuntime() throws {
            let (box, gate) = try held()
            defer { box.endRefreshes() }
            defer { gate.open() }
            box.environment["SWIFT_BACKTRACE"] = "enable=yes,swift-backtrace=/bin/true"
            box.environment["SWIFT_DEBUG_HELP"] = "1"
            try box.run("-bq", "--max-time=20s", "--timeout=10s")
            try waitUntil("a source is asked") { !box.asked.isEmpty }
            let refresh = try #require(box.refreshes.first)
            let variables = box.contents("/proc/\(refresh)/environ").split(separator: "\0")
            #expect(
                variables.filter { $0.hasPrefix("SWIFT_") }
                    == ["SWIFT_BACKTRACE=enable=no,color=no,interactive=no,swift-backtrace=/nonexistent"],
                "\(variables)")
            gate.open()
            try box.waitForRefreshes()
        }

        /// A terminal that hangs up takes with it who waits there, and the shell that started it all.
        @Test(.enabled(if: Program.tool("setsid") != nil, "setsid is missing"))
        func refresh_survivesAHangUpAndItsCaller() throws {
            let (box, gate) = try held()
            defer { box.endRefreshes() }
            defer { gate.open() }
            try box.shell("setsid sh -c 'btcq -bq --max-time 20s; kill -HUP 0; kill -KILL 0'")
            try waitUntil("a source is asked") { !box.asked.isEmpty }
            let refresh = try #require(box.refreshes.first)
            kill(refresh, SIGHUP)
            kill(-refresh, SIGHUP)
            gate.open()
            try box.waitForRefreshes()
            #expect(box.cached?.price == "68901.23")
        }

        @Test func thirtyRunsAtOnce_haveNeverTwoRefreshesAtIt() throws {
            let (box, gate) = try held()
            defer { box.endRefreshes() }
            defer { gate.open() }
            let runs = try (0..<30).map { _ in try box.start("-bq", "--max-time=20s", "--timeout=10s") }
            for run in runs { #expect(run.wait().ending == .status(1)) }
            // The others give way: the one that asks is left.
            try waitUntil("one is left, and asks") { box.refreshes.count == 1 && !box.asked.isEmpty }
            gate.open()
            try box.waitForRefreshes()
            #expect(box.asked == ["binance USD"] && box.cached?.price == "68901.23")
        }

        /// No cached quote is fresh for these runs, and no source responds.
        @Test func manyRunsThatWantEverythingNew_askADeadNetworkOnce() throws {
            let box = try Sandbox(binance: "reset", coinbase: "reset")
            defer { box.endRefreshes() }
            let runs = try (0..<30).map { _ in try box.start("-bq", "--max-age=0") }
            for run in runs { #expect(run.wait().ending == .status(1)) }
            try box.waitForRefreshes()
            #expect(box.asked == ["binance USD", "coinbase USD"])
        }

        /// A run that waits for the fetch lock uses the quote of the refresh, and the other way round.
        @Test func refreshAndRunsWithMaxAge_shareOneRequest() throws {
            let (box, gate) = try held()
            defer { box.endRefreshes() }
            defer { gate.open() }
            try box.run("-bq", "--max-time=20s", "--timeout=10s")
            try waitUntil("a source is asked") { !box.asked.isEmpty }
            let run = try box.start("--max-age=1m", "--max-time=20s", "--timeout=10s")
            try waitUntil("the run waits") { Sandbox.isAtFetchLock(run.pid) }
            try box.run("-b").expect { $0.errors.hasSuffix("; another run is fetching one\n") }
            gate.open()
            #expect(run.wait().ending == .status(0))
            try box.waitForRefreshes()
            #expect(box.asked == ["binance USD"])
        }

        @Test(
            arguments: [
                (["--currency=EUR", "--primary=kraken", "--fallback=bitstamp"], [:], ["kraken EUR", "bitstamp EUR"]),
                (["-sbitstamp"], [:], ["bitstamp USD"]), (["--currency=gbp"], [:], ["coinbase GBP", "kraken GBP"]),
                ([], ["BTCQ_CURRENCY": "JPY", "BTCQ_FALLBACK": "none"], ["kraken JPY"]),
                (["--primary=kraken"], ["BTCQ_PRIMARY": "nobody"], ["kraken USD", "binance USD"]),
                ([], ["CRYPTOCOMPARE_API_KEY": "s3cret"], ["binance USD", "cryptocompare USD"]),
            ] as [([String], [String: String], [String])])
        func refresh_asksWhatTheRunWouldHave(
            _ options: [String], _ variables: [String: String], _ asked: [String]
        ) throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            box.setAll("status-500")
            box.environment.merge(variables) { $1 }
            let run = try box.run((["-b"] + options).map { Array($0.utf8) })
            #expect(run.status == 1 && run.errors.hasSuffix("; one is being fetched\n"), "\(run)")
            try box.waitForRefreshes()
            #expect(box.asked == asked)
        }

        @Test func refresh_keepsTheBoundsOfTheRun() throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            defer { box.endRefreshes() }
            let start = ContinuousClock.now
            try box.run("-bq", "--timeout=200ms", "--max-time=2s")
            try box.waitForRefreshes()
            let elapsed = ContinuousClock.now - start
            #expect(elapsed > .milliseconds(1950) && elapsed < .seconds(4) + Program.allowance, "\(elapsed)")
            try #require(box.asked == ["binance USD", "coinbase USD"])
            let gap = box.exchange.requests[1].time - box.exchange.requests[0].time
            #expect(gap > .milliseconds(100) && gap < .milliseconds(600) + Program.allowance, "\(gap)")
        }

        /// No binary floating-point number has such a fraction. Finer digits are dropped.
        @Test func refresh_whenLimitsHaveFractions_receivesThemInMilliseconds() throws {
            let (box, gate) = try held()
            defer { box.endRefreshes() }
            defer { gate.open() }
            try box.run("-bq", "--timeout=1.9ms", "--max-time=20.1009s", "--max-age=2.5d")
            try waitUntil("a source is asked") { !box.asked.isEmpty }
            let refresh = try #require(box.refreshes.first)
            let commandLine = box.contents("/proc/\(refresh)/cmdline").split(separator: "\0")
            for option in ["--timeout=1ms", "--max-time=20100ms", "--max-age=216000000ms"] {
                #expect(commandLine.contains(option[...]), "\(commandLine)")
            }
            gate.open()
            try box.waitForRefreshes()
        }

        private func held() throws -> (Sandbox, Gate) {
            let box = try Sandbox()
            return (box, box.holdAll())
        }
    }
}

extension Sandbox {
    /// Session, process group and controlling terminal of a process (proc(5), stat: its name may hold anything).
    fileprivate func status(of pid: pid_t) throws -> (session: pid_t?, group: pid_t?, terminal: Int?) {
        let text = contents("/proc/\(pid)/stat")
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        return (pid_t(fields[3]), pid_t(fields[2]), Int(fields[4]))
    }
}
