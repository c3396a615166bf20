import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// The variables of the Swift runtime, which would make it write: its help, warnings, its log. A dynamically linked
    /// runtime, as in a debug build, reads them before the program can remove them.
    @Suite(.needsRelease) struct RuntimeVariableTests {
        private static let variables = [
            "SWIFT_DEBUG_HELP=YES", "SWIFT_DEBUG_NOSUCH=1", "SWIFT_DEBUG_\u{1b}[31m=1",
            "SWIFT_DEBUG_ENABLE_METADATA_ALLOCATION_ITERATION=\u{1b}[31m", "SWIFT_DEBUG_ENABLE_MALLOC_SCRIBBLE=maybe",
            "SWIFT_DEBUG_ENABLE_COW_CHECKS=maybe", "SWIFT_DEBUG_ENABLE_LIB_PRESPECIALIZED_LOGGING=YES",
            "SWIFT_DEBUG_IMPLICIT_OBJC_ENTRYPOINT=999", "SWIFT_DETERMINISTIC_HASHING=maybe",
            "SWIFT_BINARY_COMPATIBILITY_VERSION=\u{1b}[31m", "SWIFT_BACKTRACE=enable=yes,nosuch=1",
            "SWIFT_BACKTRACE=enable=yes,color=\u{1b}[31m", "SWIFT_ROOT=/nonexistent",
        ].map { $0.split(separator: "=", maxSplits: 1).map(String.init) }

        @Test(arguments: variables)
        func variable_changesNothing(_ variable: [String]) throws {
            let box = try Sandbox()
            try box.run().expect(0)
            for arguments in ["-on", "--help", "--nope"] {
                box.environment[variable[0]] = nil
                let expected = try box.run(arguments)
                box.environment[variable[0]] = variable[1]
                let run = try box.run(arguments)
                #expect(run.status == expected.status && run.text == expected.text, "\(run)")
                #expect(run.errors == expected.errors, "\(run)")
            }
        }

        @Test(arguments: variables)
        func variable_whenStderrIsAFullPipe_doesNotDelayTheRun(_ variable: [String]) throws {
            let box = try Sandbox()
            box.environment[variable[0]] = variable[1]
            for option in ["--help", "-n", "-v"] {
                let pipe = try Pipe()
                let filling = pipe.fill()
                let run = try box.start(option, errors: pipe.writing).result(atMost: .seconds(10))
                run.expect(0, maximum: .milliseconds(300))
                #expect(pipe.countAll() == filling)
            }
        }
    }
}
