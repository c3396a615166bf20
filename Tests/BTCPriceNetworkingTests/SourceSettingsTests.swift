import BTCPriceCore
import Platform
import Testing

@testable import BTCPriceNetworking

@Suite struct SourceSettingsTests {
    private let exchange: any Exchange
    private let variable: String

    /// With a source that has a key.
    init() throws {
        exchange = try #require(SourceRegistry.exchanges.first { $0.source.keyVariable != nil })
        variable = try #require(exchange.source.keyVariable)
    }

    @Test(arguments: ["secret", "\u{20}", "\u{7e}", "\u{a0}", "a\u{e9}b", "\u{20ac}\u{1F600}"])
    func key_whenItHasNoControlCharacter_isThatOfItsVariable(_ key: String) throws {
        let settings = try SourceSettings(of: exchange, Environment([variable: key]))
        #expect(settings.key == key)
    }

    @Test func key_whenVariableIsUnsetOrEmpty_isNil() throws {
        for environment in [Environment([:]), Environment([variable: ""])] {
            let key = try SourceSettings(of: exchange, environment).key
            #expect(key == nil)
        }
    }

    @Test(arguments: SourceCase.onePerSource.filter { $0.exchange.source.keyVariable == nil })
    func key_whenSourceHasNone_isNil(_ source: SourceCase) throws {
        let everywhere = Environment { name in name.hasSuffix("_URL") ? nil : Array("secret".utf8) }
        let key = try SourceSettings(of: source.exchange, everywhere).key
        #expect(key == nil)
    }

    /// The error never contains the key.
    @Test func key_whenItHasControlCharacterOrIsNotUTF8_throws() {
        let secret = Array("SECRET".utf8)
        let control = (Array(0x01...0x1F) + Array(0x7F...0x9F)).compactMap(Unicode.Scalar.init)
        for key in control.flatMap({ [secret + "\($0)".utf8, "\($0)".utf8 + secret, secret + "\($0)x".utf8] }) {
            #expect(
                error([variable: key])
                    == SourceSettingsError(variable: variable, reason: "control characters are not allowed"), "\(key)")
        }
        for bytes: [UInt8] in [[0xFF], [0x73, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] {
            #expect(
                error([variable: secret + bytes]) == SourceSettingsError(variable: variable, reason: "not UTF-8"),
                "\(bytes)")
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func baseURL_whenVariableIsSet_isItsURLIfValid(_ source: SourceCase) throws {
        let exchange = source.exchange
        let variable = "BTCQ_\(source.name.uppercased())_URL"
        let others = Environment { $0 == variable ? nil : Array("http://127.0.0.1:8080".utf8) }
        let ownURLs = try [Environment([:]), Environment([variable: ""]), others].map { environment in
            try SourceSettings(of: exchange, environment).baseURL
        }
        #expect(ownURLs == Array(repeating: exchange.baseURL, count: 3))
        let mirror = try SourceSettings(of: exchange, Environment([variable: "http://127.0.0.1:8080/path/"]))
        #expect(mirror.baseURL == "http://127.0.0.1:8080/path")
        #expect(mirror.id == SourceID(name: source.name, baseURL: "http://127.0.0.1:8080/path"))
        for (url, reason) in [
            ("nowhere", .notAURL), ("https://user:SECRET@example.com", .userInformation),
            ("https://example.com?SECRET", .queryOrFragment), ("http://example.com", .httpToRemoteHost),
        ] as [(String, BaseURLError)] {
            let expected = SourceSettingsError(variable: variable, reason: reason.rawValue)
            #expect(error([variable: Array(url.utf8)], of: exchange) == expected)
        }
    }

    private func error(_ variables: [String: [UInt8]], of exchange: (any Exchange)? = nil) -> SourceSettingsError? {
        do throws(SourceSettingsError) {
            _ = try SourceSettings(of: exchange ?? self.exchange, Environment { variables[$0] })
            return nil
        } catch {
            return error
        }
    }
}
