import Foundation
import Testing

extension EndToEnd {
    /// Long arguments take no time, and little of them is repeated: a grapheme may be as long as the argument.
    @Suite struct HostileArgumentTests {
        private static let bound = Duration.milliseconds(250) + Program.allowance
        /// One letter with 60,000 marks on it (U+0651 U+064E).
        private static let marks = Array("x".utf8) + Array(repeating: [0xD9, 0x91, 0xD9, 0x8E], count: 30_000).joined()

        @Test(arguments: [
            "", "--", "-", "--format=", "-f", "--source=", "--primary=", "--fallback=", "--currency=", "--timeout=",
            "--max-age=", "--decimals=", "--header=", "--completions=", "--template={", "--template={price:",
            "--template={stale:{",
        ])
        func marks_areRejectedAtOnceAndRepeatedInPart(_ start: String) throws {
            try expectRejection(Sandbox().run([Array(start.utf8) + Self.marks]))
        }

        @Test func marks_afterTwoDashes_areRejectedAtOnceAndRepeatedInPart() throws {
            try expectRejection(Sandbox().run([Array("--".utf8), Self.marks]))
        }

        @Test(arguments: ["BTCQ_PRIMARY", "BTCQ_FALLBACK", "BTCQ_CURRENCY", "BTCQ_BINANCE_URL"])
        func marks_inAVariable_areRejectedAtOnceAndRepeatedInPart(_ variable: String) throws {
            let box = try Sandbox()
            box.rawEnvironment[variable] = Self.marks
            let run = try box.run()
            #expect(run.errors.hasPrefix("btcq: \(variable)"), "\(run)")
            try expectRejection(run)
        }

        @Test func marks_inATemplate_arePrintedAtOnce() throws {
            let run = try Sandbox().run([Array("--template".utf8), Self.marks + Array("{number}".utf8)])
            #expect(run.status == 0 && run.output == Self.marks + Array("68901.23\n".utf8), "\(run.errors)")
            // A debug build takes a while for so many bytes.
            #expect(run.ownTime < .seconds(1) + Program.allowance, "\(run.ownTime)")
        }

        /// At most 60 columns and 120 bytes: of letters, of those two columns wide, of those three bytes long.
        @Test(arguments: [("x", 60), ("\u{4E00}", 30), ("\u{E01}", 40)])
        func argument_whenLong_isShortenedByColumnsAndBytes(_ letter: String, _ count: Int) throws {
            let run = try Sandbox().run(String(repeating: letter, count: 100))
            let shown = String(repeating: letter, count: count)
            #expect(run.errors == "btcq: unexpected argument \(shown)...\nTry 'btcq --help'.\n", "\(run)")
        }

        private func expectRejection(
            _ run: Sandbox.Outcome, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            #expect(run.status == 2 && run.output.isEmpty, "\(run)", sourceLocation: sourceLocation)
            #expect(run.ownTime < Self.bound, "\(run)", sourceLocation: sourceLocation)
            #expect(run.errors.utf8.count < 500, "\(run)", sourceLocation: sourceLocation)
        }
    }
}
