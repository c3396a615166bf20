import Platform
import SampleValues
import Testing

@testable import BTCPriceComposer

/// The configuration of a background refresh: two refreshes that differ in anything else share a stamp.
@Suite struct RefreshCommandTests {
    private static let variables = [
        "BTCQ_BINANCE_URL", "BTCQ_KRAKEN_URL", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
        "NO_PROXY", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]

    @Test func configuration_dependsOnArgumentsAndVariablesOfAFetch() {
        let argumentLists = [["btcq-refresh"], ["btcq-refresh", "--quiet"], ["btcq-refresh", "--quie", "t"]]
        let values = Self.variables.flatMap { name in ["/a", "/b"].map { [name: $0] } }
        let configurations =
            argumentLists.map { configuration([:], arguments: $0) } + values.map { configuration($0) }
            + [configuration(["BTCQ_BINANCE_URL": "/a", "https_proxy": "/b"])]
        #expect(Set(configurations).count == argumentLists.count + values.count + 1)
    }

    @Test(arguments: ["HOME", "PATH", "LANG", "BTCQ_OTHER_URL", "http_proxy", "SSL_CERT"])
    func configuration_doesNotDependOnOtherVariablesOrEmptyOnes(_ name: String) {
        #expect(configuration([name: "/a"]) == configuration([:]))
        for name in Self.variables { #expect(configuration([name: ""]) == configuration([:]), "\(name)") }
    }

    private func configuration(_ variables: [String: String], arguments: [String] = ["btcq-refresh"]) -> String {
        let command = RefreshCommand(arguments, Environment(variables))
        return String(decoding: command.configuration, as: UTF8.self)
    }
}
