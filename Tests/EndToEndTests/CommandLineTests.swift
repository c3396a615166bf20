import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Arguments and variables as the system passes them: as bytes. What they mean is tested in BTCQCommandTests.
    @Suite struct CommandLineTests {
        @Test func usageError_isOneLineAndAHintAndNothingIsFetchedOrWritten() throws {
            let (box, errors) = (try Sandbox(), try WrittenPieces())
            try box.start("--fromat", "json", errors: errors.writing).result().expect(2)
            let pieces = errors.pieces()
            #expect(pieces.count == 1 && pieces[0].wholeMatch(of: /btcq: .*--fromat.*\nTry .*\n/) != nil, "\(pieces)")
            #expect(box.isUnused)
        }

        /// The price times 0.5 is a tie in decimals, and not in binary floating point.
        @Test(arguments: [("--amount 0.125", "8612.65\n"), ("2", "137802.46\n"), ("--convert", "34450.6[12]\n")])
        func suggestedLine_whenPasted_printsAnAmount(_ arguments: String, _ output: String) throws {
            let box = try Sandbox()
            let errors = try box.shell("btcq \(arguments)").expect(2).errors
            let line = try #require(errors.firstMatch(of: /; use: (.*)/)).output.1
            try box.shell("\(line)").expect(0, .matches(output))
        }

        /// One letter with 60,000 marks on it (U+0651 U+064E).
        private static let marks = Array("x".utf8) + Array(repeating: [0xD9, 0x91, 0xD9, 0x8E], count: 30_000).joined()

        /// A debug build takes a while for so many bytes.
        @Test func template_passesTheUsersBytesUnchanged() throws {
            for bytes in [[0xFF, 0x1B, 0x5C, 0x6E], Self.marks] {
                let run = try Sandbox().run([Array("--template".utf8), bytes + Array("{number}".utf8) + [0xC3]])
                let isUnchanged = run.output == bytes + Array("68901.23".utf8) + [0xC3, 0x0A]
                #expect(isUnchanged, "\(run.text.prefix(100)) \(run.errors)")
                #expect(run.ownTime < .seconds(1) + Program.allowance, "\(run.ownTime)")
            }
        }
    }
}
