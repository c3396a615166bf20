import CSystem
import Testing

/// The words of this process, as they were before the runtime came.
@Suite struct ArgumentsTests {
    @Test func arguments_areThoseOfTheProcess() {
        #expect(csystem_argument_count() == CommandLine.argc)
        let words = (0..<csystem_argument_count()).map { csystem_argument($0).map { String(cString: $0) } }
        #expect(words == CommandLine.arguments)
        #expect(csystem_argument(csystem_argument_count()) == nil)
    }

    @Test func process_isCalledByTheLastPartOfItsPath() throws {
        let path = try #require(CommandLine.arguments.first)
        let name = try #require(path.split(separator: "/").last)
        #expect(csystem_program_is_named(String(name)))
        for other in ["", "x\(name)", "\(name)x", String(name.dropFirst()), String(name.dropLast())] {
            #expect(!csystem_program_is_named(other), "\(other)")
        }
    }
}
