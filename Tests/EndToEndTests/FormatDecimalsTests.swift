import StubExchange
import Testing

extension EndToEnd {
    /// `--decimals` applies to formats that round, and is a usage error with the exact ones.
    @Suite struct FormatDecimalsTests {
        @Test(arguments: [
            ("text", "0", "$60,000 "), ("text", "3", "$60,000.500 "), ("number", "0", "60000\n"),
            ("number", "3", "60000.500\n"), ("waybar", "0", #"{"text":"$60,000","#),
            ("waybar", "8", #"{"text":"$60,000.50000000","#), ("xbar", "0", "$60,000 ~\n"),
            ("xbar", "1", "$60,000.5 ~\n"),
        ])
        func decimals_shapeThePrice(_ format: String, _ decimals: String, _ start: String) throws {
            let box = try Sandbox()
            try box.cache()
            let run = try box.run("-o", "--format", format, "--decimals", decimals)
            #expect(run.text.hasPrefix(start), "\(run)")
        }

        @Test func template_takesThemForThePriceAndKeepsTheNumberExact() throws {
            let box = try Sandbox()
            try box.cache()
            let run = try box.run("-o", "--decimals=0", "--template", "{price} {number} {price:1} {number:1}")
            #expect(run.text == "$60,000 60000.5 $60,000.5 60000.5\n", "\(run)")
        }

        @Test func number_isGoodForTheShellsOwnArithmetic() throws {
            try Sandbox().shell("echo $(( $(btcq -n --decimals 0) * 2 ))").expect { $0.text == "137802\n" }
        }

        @Test(arguments: [
            (["--json"], "json"), (["--csv"], "csv"), (["-fprometheus"], "prometheus"), (["-n", "-j"], "json"),
            (["--template", "{price}", "--csv"], "csv"), (["-fwaybar", "-fprometheus"], "prometheus"),
        ])
        func decimals_withAnExactFormat_areAUsageError(_ options: [String], _ format: String) throws {
            let box = try Sandbox()
            for arguments in [options + ["--decimals=2"], ["--decimals=2"] + options] {
                let run = try box.run(arguments.map { Array($0.utf8) })
                #expect(run.status == 2 && run.output.isEmpty, "\(run)")
                #expect(
                    run.errors
                        == "btcq: --decimals: the price is always exact in the format \(format)\nTry 'btcq --help'.\n",
                    "\(run)")
            }
            #expect(box.exchange.connections == 0)
        }

        @Test(arguments: [["-j", "-n"], ["--csv", "--template", "{price}"], ["-fprometheus", "-ftext"]])
        func formatThatWins_decides(_ options: [String]) throws {
            let run = try Sandbox().run((["--decimals=0"] + options).map { Array($0.utf8) })
            #expect(run.status == 0 && run.text.contains(#/^\$?68,?901/#), "\(run)")
        }
    }
}
