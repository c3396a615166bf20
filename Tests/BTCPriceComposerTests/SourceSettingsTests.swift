import BTCPriceCore
import Platform
import SampleValues
import Testing

@testable import BTCPriceComposer
@testable import BTCPriceNetworking

@Suite struct SourceSettingsTests {
    private let exchange = CryptoCompare()
    private let variable = "CRYPTOCOMPARE_API_KEY"

    @Test(arguments: [
        (nil, nil), ("", nil), ("secret", "secret"), ("\u{20}", "\u{20}"), ("\u{7e}", "\u{7e}"), ("\u{a0}", "\u{a0}"),
        ("a\u{e9}b", "a\u{e9}b"), ("\u{20ac}\u{1F600}", "\u{20ac}\u{1F600}"),
    ])
    func key_whenItHasNoControlCharacter_isThatOfItsVariable(_ value: String?, _ expected: String?) throws {
        #expect(try SourceSettings(of: exchange, environment(value.map { Array($0.utf8) })).key == expected)
    }

    /// The error never contains the key.
    @Test func key_whenItHasControlCharacterOrIsNotUTF8_throws() {
        for control in (Array(0x01...0x1F) + Array(0x7F...0x9F)).compactMap(Unicode.Scalar.init) {
            let expected = SourceSettingsError(variable: variable, reason: "control characters are not allowed")
            for key in ["SECRET\(control)", "\(control)SECRET", "SECRET\(control)x"] {
                #expect(throws: expected, "U+\(String(control.value, radix: 16))") {
                    try SourceSettings(of: exchange, environment(Array(key.utf8)))
                }
            }
        }
        let notUTF8: [(String, [UInt8])] = [("Latin-1", [0xE9]), ("cut", [0xC3]), ("too long", [0xC0, 0x80])]
        for (name, bytes) in notUTF8 {
            let expected = SourceSettingsError(variable: variable, reason: "not UTF-8")
            #expect(throws: expected, "\(name)") {
                try SourceSettings(of: exchange, environment(Array("SECRET".utf8) + bytes))
            }
        }
    }

    @Test(arguments: SourceRegistry.all.map(\.source.name))
    func baseURL_whenVariableIsSet_isItsURLIfValid(_ name: String) throws {
        let exchange = try #require(SourceRegistry.all.first { $0.source.name == name })
        let variable = "BTCQ_\(name.uppercased())_URL"
        let others = Environment { $0 == variable ? nil : Array("http://127.0.0.1:8080".utf8) }
        let ownURLs = try [Environment { _ in nil }, Environment([variable: ""]), others].map { environment in
            try SourceSettings(of: exchange, environment).baseURL
        }
        #expect(ownURLs == Array(repeating: exchange.baseURL, count: 3))
        let mirror = try SourceSettings(of: exchange, Environment([variable: "http://127.0.0.1:8080/path/"]))
        #expect(mirror.baseURL == "http://127.0.0.1:8080/path")
        let other = SourceSettings(of: exchange, baseURL: "http://127.0.0.1:8080/other")
        #expect(mirror.endpoint.sourceName == name)
        #expect(![other, SourceSettings(of: exchange)].map(\.endpoint).contains(mirror.endpoint))
        let error = SourceSettingsError(variable: variable, reason: BaseURLError.userInformation.rawValue)
        #expect(throws: error) {
            try SourceSettings(of: exchange, Environment([variable: "https://user:SECRET@example.com"]))
        }
    }

    /// Only the key's variable is set, or none.
    private func environment(_ key: [UInt8]?) -> Environment {
        Environment { [variable] name in name == variable ? key : nil }
    }
}
