import Testing

@testable import BTCPriceNetworking

@Suite struct ProxySettingsTests {
    @Test(arguments: [
        ("https_proxy", "HTTPS_PROXY"), ("HTTPS_PROXY", "all_proxy"), ("all_proxy", "ALL_PROXY"),
    ])
    func variable_goesBeforeTheNextOne(_ first: String, _ second: String) {
        #expect(proxy([first: "http://a:1", second: "http://b:2"])?.address == "a:1")
        #expect(proxy([first: "", second: "http://b:2"])?.address == "b:2")
        #expect(proxy([second: "http://b:2"])?.address == "b:2")
    }

    @Test(arguments: [[:], ["http_proxy": "http://a:1"], ["HTTP_PROXY": "http://a:1"], ["https_proxy": ""]])
    func withoutAVariableForHTTPS_thereIsNoProxy(_ environment: [String: String]) {
        #expect(proxy(environment) == nil)
    }

    @Test(arguments: ["http://127.0.0.1:9/x", "http://localhost", "http://[::1]:9"])
    func plainLoopback_neverPassesAProxy(_ url: String) {
        #expect(proxy(["https_proxy": "http://a:1", "all_proxy": "http://b:2"], for: url) == nil)
    }

    @Test(
        arguments: ["*", "api.example.com", "example.com", ".example.com", "com", "API.Example.COM", "example.com."]
            + ["other.org,example.com", "other.org, example.com", "other.org example.com", "x\texample.com"],
        [
            "https://api.example.com", "https://api.example.com:8443/x", "https://API.EXAMPLE.com/x:y",
            "https://api.example.com./",
        ])
    func exception_leavesTheProxyOut(_ exceptions: String, _ url: String) {
        for variable in ["no_proxy", "NO_PROXY"] {
            #expect(proxy(["https_proxy": "http://a:1", variable: exceptions], for: url) == nil)
        }
    }

    @Test(arguments: [
        "", "ample.com", "example.co", "www.api.example.com", "api.example.com.org", "example.org", ",", ".", "*,x",
        "x,*",
        "..example.com", "api.example.com:443", "::1",
    ])
    func otherException_doesNot(_ exceptions: String) {
        #expect(proxy(["https_proxy": "http://a:1", "no_proxy": exceptions])?.address == "a:1")
    }

    @Test func exceptionForAnIPv6Address_isWrittenWithoutBrackets() {
        let environment = ["https_proxy": "http://a:1", "no_proxy": "2001:db8::1"]
        #expect(proxy(environment, for: "https://[2001:db8::1]:9/x") == nil)
        #expect(proxy(environment, for: "https://[2001:db8::2]:9/x")?.address == "a:1")
    }

    @Test func noProxyInLowerCase_goesBeforeTheOneInUpperCase() {
        let environment = ["https_proxy": "http://a:1", "no_proxy": "other.org", "NO_PROXY": "*"]
        #expect(proxy(environment)?.address == "a:1")
    }

    @Test(arguments: [
        ("http://proxy:3128", "proxy:3128"), ("proxy:3128", "proxy:3128"), ("http://proxy:3128/", "proxy:3128"),
        ("https://proxy", "https://proxy"), ("socks5h://127.0.0.1:9050", "socks5h://127.0.0.1:9050"),
        ("http://user:SECRET@proxy:1", "proxy:1"), ("user:SECRET@proxy:1", "proxy:1"),
        ("https://user:SECRET@proxy:1/x", "https://proxy:1"), ("http://SECRET@proxy", "proxy"),
        ("http://user:SEC@RET@proxy:1", "proxy:1"), ("http://user:SE/CRET@proxy:1", "proxy:1"),
        ("user:SEC://RET@proxy:1", "proxy:1"), ("http://user:SEC://RET@proxy:1", "proxy:1"),
        ("us er:SECRET@proxy:1", "proxy:1"), ("[::1]:3128", "[::1]:3128"), ("nosuch://proxy:1", "nosuch://proxy:1"),
    ])
    func proxy_isNamedWithoutUserAndPassword(_ url: String, _ address: String) {
        #expect(Proxy(Array(url.utf8)).address == address)
        #expect(Proxy(Array(url.utf8)).route == ["via proxy \(address)"])
    }

    @Test func longName_isCutAtItsEnd() {
        let name = String(repeating: "x", count: 99) + "y" + String(repeating: "z", count: 100_000)
        #expect(Proxy(Array(name.utf8)).address == name.prefix(100))
    }

    @Test(arguments: [
        ("https://proxy", true), ("HTTPS://proxy:1", true), ("http://proxy", false), ("socks5://proxy", false),
        ("httpss://proxy", false), ("https", false), ("https:3128", false),
    ])
    func proxy_speaksTLSIfItsSchemeIsHTTPS(_ url: String, _ speaksTLS: Bool) {
        #expect(Proxy(Array(url.utf8)).speaksTLS == speaksTLS)
    }

    private func proxy(_ environment: [String: String], for url: String = "https://api.example.com/x") -> Proxy? {
        ProxySettings(environment: { environment[$0].map { Array($0.utf8) } }).proxy(for: url)
    }
}
