import Foundation
import Platform
import Testing

@Suite struct CurrentProcessTests {
    @Test(arguments: [("A", [0x61]), ("a", nil), ("Empty", nil), ("NotUTF8", [0xFF, 0x0A])] as [(String, [UInt8]?)])
    func value_isThatOfTheVariableUnlessItIsEmpty(_ name: String, _ value: [UInt8]?) {
        #expect(Environment { ["A": [0x61], "Empty": [], "NotUTF8": [0xFF, 0x0A]][$0] }.value(name) == value)
    }

    /// `SWIFT_DEBUG_...` and its like change what the runtime does, and what it writes to the terminal.
    @Test func variablesOfTheRuntime_areRemovedAtTheStart() {
        let names = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("SWIFT_") }
        #expect(names == ["SWIFT_BACKTRACE"])
        let value = Environment.ofThisProcess.value("SWIFT_BACKTRACE").map { String(decoding: $0, as: UTF8.self) }
        #expect(value?.hasPrefix("enable=no,") == true, "\(value ?? "")")
    }
}
