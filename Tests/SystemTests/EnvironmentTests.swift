import Foundation
import System
import Testing

@Suite struct EnvironmentTests {
    private let environment = Environment { ["A": Array("a".utf8), "B": [], "C": [0xFF, 0x0A]][$0] }

    @Test func value_isThatOfTheVariable() {
        #expect(environment.value("A") == Array("a".utf8))
        #expect(environment.value("a") == nil)
        #expect(environment.value("D") == nil)
    }

    @Test func value_whenTheVariableIsEmpty_isNil() {
        #expect(environment.value("B") == nil)
    }

    @Test func value_whenItIsNotUTF8_isItsBytes() {
        #expect(environment.value("C") == [0xFF, 0x0A])
    }

    @Test func ofThisProcess_hasTheVariablesOfTheProcess() throws {
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        #expect(Environment.ofThisProcess.value("PATH") == Array(path.utf8))
        #expect(Environment.ofThisProcess.value("BTCQ_NO_SUCH_VARIABLE") == nil)
    }

    @Test func ofThisProcess_whenAValueIsNotUTF8_returnsItsBytes() async {
        await #expect(processExitsWith: .success) {
            setenv("BTCQ_TEST", [0x6B, -1, 0], 1)
            #expect(Environment.ofThisProcess.value("BTCQ_TEST") == [0x6B, 0xFF])
            setenv("BTCQ_TEST", "", 1)
            #expect(Environment.ofThisProcess.value("BTCQ_TEST") == nil)
        }
    }

    /// `SWIFT_DEBUG_...` and its like change what the runtime does, and what it writes to the terminal.
    @Test func variablesOfTheRuntime_areRemovedAtTheStart() {
        let names = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("SWIFT_") }
        #expect(names == ["SWIFT_BACKTRACE"])
        #expect(Environment.ofThisProcess.value("SWIFT_BACKTRACE")?.starts(with: "enable=no,".utf8) == true)
    }
}
