import Foundation
import Testing

@testable import BTCPriceNetworking

/// The nginx configuration of a mirror lists every source.
@Suite struct MirrorTests {
    private static let path = "scripts/segments/nginx-mirror.conf"
    private let lines: [String]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        lines = try String(contentsOf: root.appending(path: Self.path), encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func configuration_hasTheVariableAndTheLocationOfTheSource(_ name: String) throws {
        let exchange = try #require(SourceRegistry.exchange(named: name.utf8))
        for line in [Self.variable(exchange), Self.location(exchange)] {
            let isListed = lines.contains(line)
            #expect(isListed, "add to \(Self.path): \(line)")
        }
    }

    @Test func configuration_hasNoOtherLocations() {
        let known = SourceRegistry.exchanges.flatMap { [Self.variable($0), Self.location($0)] }
        for line in lines where line.contains("proxy_pass ") || line.contains("_URL=") {
            let isKnown = known.contains(line)
            #expect(isKnown, "remove from \(Self.path): \(line)")
        }
    }

    private static func variable(_ exchange: any Exchange) -> String {
        "#     \(exchange.urlVariable)=https://mirror.example/\(exchange.name)"
    }

    private static func location(_ exchange: any Exchange) -> String {
        "    location /\(exchange.name)/ { proxy_pass \(exchange.baseURL)/; }"
    }
}
