import BTCPriceCore
import System
import Testing

@testable import BTCPriceNetworking

@Suite struct SourceSettingsTests {
    private let exchange: any Exchange
    private let variable: String

    /// With a source that has a key.
    init() throws {
        exchange = try #require(SourceRegistry.exchanges.first { $0.keyVariable != nil })
        variable = try #require(exchange.keyVariable)
    }

    @Test func key_isThatOfItsSourceOnly() throws {
        let settings = try SourceSettings(of: exchange, environment([variable: "secret"]))
        #expect(settings.key == "secret")
        for exchange in SourceRegistry.exchanges where exchange.keyVariable == nil {
            let everywhere = Environment { name in name.hasSuffix("_URL") ? nil : Array("secret".utf8) }
            #expect(try SourceSettings(of: exchange, everywhere).key == nil)
            #expect(!exchange.hasKey(everywhere))
        }
    }

    @Test func key_whenTheVariableIsUnsetOrEmpty_isNil() throws {
        for environment in [environment([:]), environment([variable: ""])] {
            #expect(try SourceSettings(of: exchange, environment).key == nil)
            #expect(!exchange.hasKey(environment))
        }
        #expect(exchange.hasKey(environment([variable: "k"])))
    }

    @Test(arguments: ["\u{20}", "\u{7e}", "\u{a0}", "\u{e9}", "\u{20ac}", "\u{1F600}"])
    func key_mayContainOtherCharacters(_ character: String) throws {
        let environment = environment([variable: "a\(character)b"])
        #expect(try SourceSettings(of: exchange, environment).key == "a\(character)b")
    }

    @Test(arguments: Array(0x01...0x1F) + Array(0x7F...0x9F))
    func key_withAControlCharacter_isAnError(_ value: UInt32) throws {
        let character = try #require(Unicode.Scalar(value))
        for key in ["secret\(character)", "\(character)secret", "sec\(character)ret"] {
            #expect(throws: SourceSettingsError.keyHasControlCharacter(variable: variable)) {
                try SourceSettings(of: exchange, environment([variable: key]))
            }
        }
    }

    @Test(arguments: [[0xFF], [0x73, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]])
    func key_whenItIsNotUTF8_isAnError(_ bytes: [UInt8]) {
        #expect(throws: SourceSettingsError.keyIsNotUTF8(variable: variable)) {
            try SourceSettings(of: exchange, Environment { $0 == variable ? bytes : nil })
        }
    }

    @Test func error_neverRepeatsTheKey() {
        for key in ["SECRET\n", "SECRET\u{FFFD}"] {
            let bytes = Array(key.utf8).map { $0 == 0xEF ? 0xFF : $0 }
            let error = #expect(throws: SourceSettingsError.self) {
                try SourceSettings(of: exchange, Environment { $0 == variable ? bytes : nil })
            }
            #expect(!String(describing: error).contains("SECRET"))
        }
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func baseURL_isTheSourcesOwnUnlessAVariableReplacesIt(_ name: String) throws {
        let exchange = try #require(SourceRegistry.exchange(named: name.utf8))
        let variable = "BTCQ_\(name.uppercased())_URL"
        #expect(try SourceSettings(of: exchange, environment([:])).baseURL.text == exchange.baseURL)
        #expect(try SourceSettings(of: exchange, environment([variable: ""])).baseURL.text == exchange.baseURL)
        let replaced = environment([variable: "http://127.0.0.1:8080/path/"])
        #expect(try SourceSettings(of: exchange, replaced).baseURL.text == "http://127.0.0.1:8080/path")
        let others = Environment { $0 == variable ? nil : Array("http://127.0.0.1:8080".utf8) }
        #expect(try SourceSettings(of: exchange, others).baseURL.text == exchange.baseURL)
    }

    private static let urls: [(String, BaseURLError)] = [
        ("nowhere", .notAURL), ("ftp://example.com", .notAURL), ("https://user:SECRET@example.com", .userInformation),
        ("https://example.com?SECRET", .queryOrFragment), ("http://example.com", .httpToRemoteHost),
    ]

    @Test(arguments: urls)
    func baseURL_whenInvalid_isAnErrorThatNamesTheVariable(_ url: String, _ reason: BaseURLError) throws {
        for exchange in SourceRegistry.exchanges {
            let variable = "BTCQ_\(exchange.name.uppercased())_URL"
            let error = #expect(throws: SourceSettingsError.invalidURL(variable: variable, reason)) {
                try SourceSettings(of: exchange, environment([variable: url]))
            }
            #expect(!String(describing: error).contains("SECRET"))
        }
    }

    @Test func loaders_whenASourceOfTheRunHasInvalidSettings_throw() throws {
        let environment = environment(["BTCQ_KRAKEN_URL": "nowhere", variable: "secret\n"])
        func load(_ primary: String, _ fallback: String?) throws {
            let exchanges = try [primary, fallback].compactMap(\.self).map { name in
                try #require(SourceRegistry.exchange(named: name.utf8))
            }
            let choice = SourceChoice(
                primary: exchanges[0], fallback: exchanges.count > 1 ? .source(exchanges[1]) : .disabled)
            _ = try SourceSelection(choice, environment).loaders(
                userAgent: "btcq", environment: environment, maxTime: .seconds(5),
                now: { Timestamp(milliseconds: 0) })
        }
        try load("binance", "coinbase")
        for (primary, fallback) in [("kraken", nil), ("binance", "kraken")] {
            #expect(throws: SourceSettingsError.invalidURL(variable: "BTCQ_KRAKEN_URL", .notAURL)) {
                try load(primary, fallback)
            }
        }
        #expect(throws: SourceSettingsError.keyHasControlCharacter(variable: variable)) {
            try load("binance", exchange.name)
        }
    }

    private func environment(_ variables: [String: String]) -> Environment {
        Environment { variables[$0].map { Array($0.utf8) } }
    }
}
