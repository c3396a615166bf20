import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// `~/.config/btcq/config`, as a file. What its lines mean is tested by the tests of the command.
    @Suite struct ConfigurationFileTests {
        private static let gbp: Scenario.Preparation = { try $0.configure("--currency GBP\n--primary coinbase\n") }

        @Test(arguments: [
            Scenario("it is read", "-n", in: gbp, prints: "68901.23\n", asked: "coinbase GBP"),
            Scenario(
                "a command replaces its options", "-n", "--currency", "USD", "-s", "kraken", in: gbp,
                prints: "68901.23\n",
                asked: "kraken USD"),
            Scenario("--verbose names it", "-vo", in: gbp, says: "options were read from ", asked: nil),
            Scenario(
                "--verbose names it where it is missing", "-vo", says: "/.config/btcq/config does not exist",
                asked: nil),
            Scenario(
                "XDG_CONFIG_HOME names another directory", "-n",
                in: {
                    try $0.configure("--nonsense")
                    try $0.write("-s kraken", to: "xdg/btcq/config")
                    $0.environment["XDG_CONFIG_HOME"] = "\($0.work)/xdg"
                }, prints: "68901.23\n", asked: "kraken USD"),
            Scenario(
                "it is a link", "-n",
                in: {
                    let target = try $0.write("-s kraken", to: "mine")
                    try $0.configure(linkTo: target)
                }, prints: "68901.23\n", asked: "kraken USD"),
        ])
        func file_isReadLikeTheBeginningOfTheCommandLine(_ scenario: Scenario) throws { try scenario.check() }

        @Test(arguments: [
            "mkdir config", "mkfifo config", "head -c 5120 /dev/zero | tr '\\0' '#' >config", "printf '#\\377' >config",
            "printf '#\\0' >config", "ln -s nowhere config", "ln -s /dev/null config",
            "cd .. && rmdir btcq && ln -s btcq btcq", "cd .. && rmdir btcq && ln -s nowhere btcq",
            "cd ../.. && rm -r .config && ln -s nowhere .config",
        ])
        func file_whenItCannotBeUsed_isAUsageErrorOfEveryRunForAQuote(_ command: String) throws {
            let box = try Sandbox()
            try box.shell("mkdir -p ~/.config/btcq && cd ~/.config/btcq && \(command)").expect(0)
            for arguments in [[], ["-q"], ["-o"], ["-b"]] {
                try box.run(arguments).expect(2, errors: .contains("btcq: \(box.configurationPath)"))
            }
            try box.run("--help").expect(0, .contains("~/.config/btcq/config"), errors: "")
            try box.run("--nonsense").expect(2, errors: .contains("--nonsense"))
            #expect(box.isUnused)
        }

        @Test(.needsStrace) func file_whenItsPathCannotBeLookedUp_isAUsageError() throws {
            let box = try Sandbox()
            try box.configure("-s kraken")
            let path = URL(filePath: box.configurationPath).resolvingSymlinksInPath().path
            try box.shell("exec \(Sandbox.injecting("openat:error=EIO", on: path)) btcq -o").expect(
                2, errors: .contains("Input/output error"))
        }

        @Test func mistake_isReportedWithItsPlaceWhateverTheCommand() throws {
            let box = try Sandbox()
            try box.configure("\n--currency XYZ\n")
            for arguments in [["-q"], ["-qo"], ["-qb"], ["--currency", "USD"]] {
                let place = "btcq: \(box.configurationPath):2: --currency: XYZ is not one of the currencies "
                try box.run(arguments).expect(2, errors: .contains(place))
            }
            try box.configure("--primary kraken")
            let hint = "; options were also read from \(box.configurationPath).\n"
            try box.run("--fallback", "kraken").expect(2, errors: .suffix(hint))
            #expect(box.isUnused)
        }

        /// The refresh reads the file too; without a fallback, its timeout would end the refresh.
        @Test func refresh_isThatOfTheCommandLineWhateverIsInTheFile() throws {
            let box = try Sandbox(binance: "slow-200")
            try box.configure("--timeout 50ms\n--primary coinbase")
            try box.run("-qb", "-t", "5s", "-s", "binance").expect(1)
            try box.waitForRefreshes()
            #expect(box.asked == ["binance USD"] && box.cached?.source == "binance")
        }
    }
}

extension Sandbox {
    var configurationPath: String { "\(home)/.config/btcq/config" }

    func configure(_ text: String) throws { try write(text, to: configurationPath) }

    func configure(linkTo target: String) throws {
        try configure("")
        try FileManager.default.removeItem(atPath: configurationPath)
        try FileManager.default.createSymbolicLink(atPath: configurationPath, withDestinationPath: target)
    }
}
