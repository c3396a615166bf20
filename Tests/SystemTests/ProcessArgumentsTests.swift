import CSystem
import Foundation
import System
import Testing

/// The arguments of this process, as the system passed them.
@Suite struct ProcessArgumentsTests {
    private static let arguments: [String] = {
        #if os(Linux)
            let contents = FileManager.default.contents(atPath: "/proc/self/cmdline") ?? Data()
            return contents.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
                String(decoding: $0, as: UTF8.self)
            }
        #else
            return CommandLine.arguments
        #endif
    }()

    @Test func arguments_areThoseOfTheProcess() {
        #expect(csystem_argument_count() == Self.arguments.count)
        let arguments = (0..<csystem_argument_count()).map { csystem_argument($0).map { String(cString: $0) } }
        #expect(arguments == Self.arguments)
        #expect(csystem_argument(csystem_argument_count()) == nil)
    }

    @Test func all_areTheArgumentsWithoutTheProgramName() {
        #expect(!Self.arguments.isEmpty)
        #expect(ProcessArguments.all == Self.arguments.dropFirst().map { Array($0.utf8) })
    }

    @Test func programIsNamed_isTrueForTheLastComponentOfItsPath() throws {
        let path = try #require(Self.arguments.first)
        let name = try #require(path.split(separator: "/").last)
        #expect(ProcessArguments.programIsNamed(String(name)))
        for other in ["", "x\(name)", "\(name)x", String(name.dropFirst()), String(name.dropLast()), "/\(name)"] {
            #expect(!ProcessArguments.programIsNamed(other), "\(other)")
        }
        if path.contains("/") { #expect(!ProcessArguments.programIsNamed(path)) }
    }
}
