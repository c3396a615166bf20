import CRuntime
import Testing

/// The words of this process, as they were before the runtime came.
@Suite struct ArgumentsTests {
    @Test func arguments_areThoseOfTheProcess() {
        #expect(crt_argument_count() == CommandLine.argc)
        let words = (0..<crt_argument_count()).map { crt_argument($0).map { String(cString: $0) } }
        #expect(words == CommandLine.arguments)
        #expect(crt_argument(crt_argument_count()) == nil)
    }

    @Test func process_isCalledByTheLastPartOfItsPath() throws {
        let path = try #require(CommandLine.arguments.first)
        let name = try #require(path.split(separator: "/").last)
        #expect(crt_is_called(String(name)))
        for other in ["", "x\(name)", "\(name)x", String(name.dropFirst()), String(name.dropLast())] {
            #expect(!crt_is_called(other), "\(other)")
        }
    }
}
