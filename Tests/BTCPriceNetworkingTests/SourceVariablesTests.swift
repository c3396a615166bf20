import BTCPriceCore
import Platform
import SampleValues
import Testing

@testable import BTCPriceNetworking

@Suite struct SourceVariablesTests {
    private let api = CryptoCompare()

    @Test(arguments: [
        (nil, nil), ("", nil), ("secret", "secret"), ("\u{20}\u{7e}\u{a0}", "\u{20}\u{7e}\u{a0}"),
        ("a\u{e9}\u{1F600}", "a\u{e9}\u{1F600}"),
    ])
    func key_whenItHasNoControlCharacter_isThatOfItsVariable(_ value: String?, _ expected: String?) throws {
        #expect(try SourceVariables(of: api, environment(value.map { Array($0.utf8) })).apiKey == expected)
    }

    /// The error never contains the key.
    @Test func key_whenItHasControlCharacterOrIsNotUTF8_throws() {
        let controls = (Array(0x01...0x1F) + Array(0x7F...0x9F)).compactMap(Unicode.Scalar.init)
        let keys = controls.flatMap { ["SECRET\($0)", "\($0)SECRET"] }.map { Array($0.utf8) }
        for key in keys + [[0xE9], [0xC3], [0xC0, 0x80]].map({ Array("SECRET".utf8) + $0 }) {
            let error = #expect(throws: InvalidVariable.self, "\(key)") {
                try SourceVariables(of: api, environment(key))
            }
            #expect(error?.variable == "CRYPTOCOMPARE_API_KEY" && error?.reason.contains("SECRET") == false)
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func baseURL_whenVariableIsSet_isItsURLIfValid(_ source: SourceCase) throws {
        let variable = "BTCQ_\(source.name.uppercased())_URL"
        let others = Environment { $0 == variable ? nil : Array("http://127.0.0.1:8080".utf8) }
        for environment in [Environment([variable: ""]), others] {
            #expect(try SourceVariables(of: source.api, environment).baseURL == source.api.baseURL)
        }
        let error = InvalidVariable(variable: variable, reason: "user information is not allowed")
        #expect(throws: error) {
            try SourceVariables(of: source.api, Environment([variable: "https://user:SECRET@example.com"]))
        }
    }

    /// Only the key's variable is set, or none.
    private func environment(_ key: [UInt8]?) -> Environment {
        Environment { $0 == "CRYPTOCOMPARE_API_KEY" ? key : nil }
    }
}
