import Platform
import SampleValues
import Testing

@testable import BTCPriceNetworking

@Suite struct ProxyVariableTests {
    @Test(arguments: [
        ("https_proxy", "HTTPS_PROXY"), ("HTTPS_PROXY", "all_proxy"), ("all_proxy", "ALL_PROXY"),
    ])
    func init_whenTwoVariablesAreSet_usesTheFirst(_ first: String, _ second: String) {
        #expect(text([first: "http://a:1", second: "http://b:2"]) == "\(first)=a:1")
        #expect(text([first: "", second: "http://b:2"]) == "\(second)=b:2")
    }

    /// They are for hosts that the proxy is not used for: whether this one is among them, libcurl decides.
    @Test(arguments: ["no_proxy", "NO_PROXY"])
    func text_whenThereAreExceptions_endsWithThem(_ name: String) {
        #expect(text(["all_proxy": "http://b:2", name: "*"]) == "all_proxy=b:2, \(name) is set")
        #expect(text(["all_proxy": "user:S3CRET", name: "a,b"]) == "all_proxy is set, \(name) is set")
        #expect(text(["all_proxy": "http://b:2", name: ""]) == "all_proxy=b:2")
        #expect(
            text(["all_proxy": "http://b:2", "no_proxy": "a", "NO_PROXY": "b"]) == "all_proxy=b:2, no_proxy is set")
    }

    @Test(arguments: [[:], ["http_proxy": "http://a:1", "HTTP_PROXY": "http://a:1"], ["https_proxy": ""]])
    func init_whenNoVariableForHTTPSIsSet_isNil(_ variables: [String: String]) {
        #expect(ProxyVariable(Environment(variables)) == nil)
    }

    @Test(arguments: [
        ("http://proxy:3128", "proxy:3128"), ("proxy", "proxy"), ("http://proxy:3128/", "proxy:3128"),
        ("socks5h://127.0.0.1:9050", "127.0.0.1:9050"), ("nosuch://proxy:1", "proxy:1"),
        ("[::1]:3128", "[::1]:3128"), ("http://[2001:db8::1]", "[2001:db8::1]"),
        ("http://a-b.Example.COM.:8/x", "a-b.Example.COM.:8"),
        ("http://user:S3CRET@proxy:1", "proxy:1"), ("user:S3CRET@proxy:1", "proxy:1"),
        ("https://user:S3CRET@proxy:1/x", "proxy:1"), ("http://S3CRET@proxy", "proxy"),
        ("http://u:S3CRET@w@host:1", "host:1"), ("us er:S3CRET@proxy:1", "proxy:1"),
        ("host:9?t=S3CRET", "host:9"), ("http://host:9/S3CRET", "host:9"), ("http://host:9#S3CRET", "host:9"),
        ("S3CRET://host:9", "host:9"),
    ])
    func text_whenHostIsClear_isNameHostAndPort(_ value: String, _ host: String) {
        #expect(text(["https_proxy": value]) == "https_proxy=\(host)")
    }

    @Test(arguments: [
        "http://user:S3CRET%40host:3128", "user:S3CRET", "http://user:S3CRET", "http://user:S3CRET:80", "S3CRET%40host",
        // The secret contains a character that ends the host.
        "http://user:S3/CRET@proxy:1", "S3CRET/x@proxy:1", "http://S3CRET?x@proxy:1", "http://S3CRET#x@proxy:1",
        "user:12345/x@proxy:1", "host:9/?t=x@S3CRET", "user:S3C://RET@proxy:1", "http://user:S3C://RET@proxy:1",
        "http://user:S3CRET@", "http://user@host:S3CRET", "[S3CRET", "S3CRET]", "[S3CRET]x", "[::1]S3CRET",
        "[::1]:S3CRET", "[S3-CRET]", "http://[user:S3CRET]:1", "[S3CRET]:1", "S3CRET_", "http://S3CRET host:1",
        "http://:1", "http://[]:1", "http://", "://",
        ":", "@", "http://h\u{1b}[31m:1", "http://h\u{e9}:1",
    ])
    func text_whenSecretIsNotClear_isThatVariableIsSet(_ value: String) {
        #expect(text(["https_proxy": value]) == "https_proxy is set")
    }

    private func text(_ variables: [String: String]) -> String? { ProxyVariable(Environment(variables))?.text }
}
