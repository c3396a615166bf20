import Foundation
import Testing

extension EndToEnd {
    /// What the Swift runtime and the kernel could do to a run.
    @Suite struct EdgeRuntimeTests {
        /// Each makes the runtime write: its help, warnings about values and names, its log.
        private static let variables = [
            "SWIFT_DEBUG_HELP=YES", "SWIFT_DEBUG_NOSUCH=1", "SWIFT_DEBUG_\u{1b}[31m=1",
            "SWIFT_DEBUG_ENABLE_METADATA_ALLOCATION_ITERATION=\u{1b}[31m", "SWIFT_DEBUG_ENABLE_MALLOC_SCRIBBLE=maybe",
            "SWIFT_DEBUG_ENABLE_COW_CHECKS=maybe", "SWIFT_DEBUG_ENABLE_LIB_PRESPECIALIZED_LOGGING=YES",
            "SWIFT_DEBUG_IMPLICIT_OBJC_ENTRYPOINT=999", "SWIFT_DETERMINISTIC_HASHING=maybe",
            "SWIFT_BINARY_COMPATIBILITY_VERSION=\u{1b}[31m", "SWIFT_BACKTRACE=enable=yes,nosuch=1",
            "SWIFT_BACKTRACE=enable=yes,color=\u{1b}[31m", "SWIFT_ROOT=/nonexistent",
        ]

        /// A dynamically linked runtime, as in a debug build, reads them before the program can remove them.
        @Test(.enabled(if: Program.isRelease, "needs a release binary"), arguments: variables)
        func swiftVariable_changesNothing(_ variable: String) throws {
            let box = try Sandbox()
            try box.run().expect { $0.status == 0 }
            let (name, value) = try Self.split(variable)
            for arguments in [["-on"], ["--help"], ["--nope"], ["-n"], ["-o", "-f", "prometheus"], ["-V"]] {
                box.environment[name] = nil
                let expected = try box.run(arguments.map { Array($0.utf8) })
                box.environment[name] = value
                let run = try box.run(arguments.map { Array($0.utf8) })
                #expect(run.status == expected.status && run.text == expected.text, "\(run)")
                #expect(run.errors == expected.errors, "\(run)")
            }
        }

        @Test(.enabled(if: Program.isRelease, "needs a release binary"), arguments: variables)
        func swiftVariable_whenStderrIsAFullPipe_doesNotDelayTheRun(_ variable: String) throws {
            let box = try Sandbox()
            let (name, value) = try Self.split(variable)
            box.environment[name] = value
            for arguments in [["--help"], ["-n"], ["-v"]] {
                let pipe = try Pipe()
                let filling = pipe.fill()
                let end = try box.start(arguments, errors: pipe.writing).end(atMost: .seconds(10))
                #expect(end.ending == .status(0), "\(end)")
                #expect(end.ownTime < .milliseconds(300) + Program.allowance, "\(end)")
                #expect(pipe.readAll().count == filling)
            }
        }

        /// As a device may do. strace injects it, for standard output only.
        @Test(
            .enabled(if: Program.tool("strace") != nil && !Program.isSanitized, "strace is missing, or of no use"),
            arguments: ["-n", "-c", "-j", "--help", "--version", "--completions=bash"])
        func writeToStdout_whenItReturnsZero_isStatus4(_ option: String) throws {
            let box = try Sandbox()
            let path = URL(filePath: box.work).resolvingSymlinksInPath().path + "/rows"
            let strace = "strace -f -o /dev/null -P '\(path)' -e trace=write -e inject=write:retval=0"
            let run = try box.shell("exec \(strace) btcq \(option) > rows", limit: .seconds(10))
            #expect(run.status == 4, "\(run)")
            #expect(run.errors == "btcq: cannot write to standard output: Input/output error\n", "\(run)")
            #expect(box.contents(path).isEmpty)
            guard !option.hasPrefix("--") else { return }
            try box.run("-on").expect { $0.text == "68901.23\n" }
        }

        private static func split(_ variable: String) throws -> (name: String, value: String) {
            let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
            return (try #require(parts.first), try #require(parts.last))
        }
    }
}
