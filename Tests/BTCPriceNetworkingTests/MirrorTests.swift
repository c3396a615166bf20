import Foundation
import Testing

@testable import BTCPriceNetworking

/// The nginx configuration of a mirror lists every source.
@Suite struct MirrorTests {
    private static let path = "scripts/segments/nginx-mirror.conf"

    @Test func configuration_hasVariableAndLocationOfEverySource() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let lines = try String(contentsOf: root.appending(path: Self.path), encoding: .utf8).split(separator: "\n")
            .map(String.init)
        let expected = SourceRegistry.exchanges.flatMap { exchange in
            [
                "#     \(exchange.urlVariable)=https://mirror.example/\(exchange.name)",
                "    location /\(exchange.name)/ { proxy_pass \(exchange.baseURL)/; }",
            ]
        }
        for line in expected where !lines.contains(line) { Issue.record("add to \(Self.path): \(line)") }
        for line in lines where line.contains("proxy_pass ") || line.contains("_URL=") {
            if !expected.contains(line) { Issue.record("remove from \(Self.path): \(line)") }
        }
    }
}
