import BTCPriceCore
import BTCPriceNetworking
import Testing

@testable import BTCPriceComposer

@Suite struct EnvironmentTests {
    private let keyed: any Exchange
    private let name: String

    init() throws {
        keyed = try #require(SourceRegistry.exchanges.first { $0.keyVariable != nil })
        name = try #require(keyed.keyVariable)
    }

    @Test func emptyVariable_isOneThatIsNotSet() {
        let environment = Environment(["A": "a", "B": ""])
        #expect(environment.value("A") == Array("a".utf8))
        #expect(environment.value("B") == nil)
        #expect(environment.value("C") == nil)
    }

    @Test func key_isThatOfItsExchangeAlone() throws {
        let environment = Environment([name: "secret"])
        #expect(try environment.key(for: keyed) == "secret")
        #expect(environment.hasKey(for: keyed))
        for exchange in SourceRegistry.exchanges where exchange.keyVariable == nil {
            #expect(try Environment { _ in Array("secret".utf8) }.key(for: exchange) == nil)
            #expect(!environment.hasKey(for: exchange))
        }
    }

    @Test func withoutAKey_thereIsNone() throws {
        for environment in [Environment([:]), Environment([name: ""])] {
            #expect(try environment.key(for: keyed) == nil)
            #expect(!environment.hasKey(for: keyed))
        }
    }

    @Test(arguments: ["\u{20}", "\u{7e}", "\u{a0}", "\u{e9}", "\u{20ac}", "\u{1F600}"])
    func otherCharacters_mayStandInAKey(_ character: String) throws {
        #expect(try Environment([name: "a\(character)b"]).key(for: keyed) == "a\(character)b")
    }

    @Test(arguments: Array(0x01...0x1F) + Array(0x7F...0x9F))
    func controlCharacterInAKey_isAUsageErrorThatDoesNotRepeatIt(_ value: UInt32) throws {
        let character = try #require(Unicode.Scalar(value))
        for key in ["secret\(character)", "\(character)secret", "sec\(character)ret"] {
            #expect(throws: UsageError("\(name) holds a control character", hint: .manual)) {
                try Environment([name: key]).key(for: keyed)
            }
        }
    }

    @Test(arguments: [[0xFF], [0x73, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]])
    func keyThatIsNotUTF8_isAUsageErrorThatDoesNotRepeatIt(_ bytes: [UInt8]) {
        #expect(throws: UsageError("\(name) is not UTF-8", hint: .manual)) {
            try Environment { _ in bytes }.key(for: keyed)
        }
    }

    @Test func baseURL_isTheExchangesOwnUnlessAVariableReplacesIt() throws {
        for exchange in SourceRegistry.exchanges {
            let variable = "BTCQ_\(exchange.name.uppercased())_URL"
            #expect(try Environment([:]).baseURL(of: exchange).text == exchange.baseURL)
            #expect(try Environment([variable: ""]).baseURL(of: exchange).text == exchange.baseURL)
            let replaced = Environment([variable: "http://127.0.0.1:8080/path/"])
            #expect(try replaced.baseURL(of: exchange).text == "http://127.0.0.1:8080/path")
        }
    }

    @Test func wrongBaseURL_isAUsageErrorThatNamesTheVariable() throws {
        for exchange in SourceRegistry.exchanges {
            let variable = "BTCQ_\(exchange.name.uppercased())_URL"
            let error = #expect(throws: UsageError.self) {
                try Environment([variable: "ftp://example.com"]).baseURL(of: exchange)
            }
            #expect(error?.message.hasPrefix("\(variable) cannot be used: ") == true)
            #expect(error?.hint == .manual)
        }
    }
}
