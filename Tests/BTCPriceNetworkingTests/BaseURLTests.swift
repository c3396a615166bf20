import BTCPriceNetworking
import Testing

@Suite struct BaseURLTests {
    @Test(arguments: [
        ("https://api.example.com", "https://api.example.com"), ("https://h/prefix/", "https://h/prefix"),
        ("https://h:8443/a/b", "https://h:8443/a/b"), ("http://127.0.0.1:80", "http://127.0.0.1:80"),
        ("http://127.255.0.9/x", "http://127.255.0.9/x"), ("http://[::1]:8080", "http://[::1]:8080"),
        ("http://localhost", "http://localhost"), ("HTTP://LOCALHOST/", "http://LOCALHOST"),
        ("Https://h/Path", "https://h/Path"),
    ])
    func httpsAndLoopback_areTakenWithTheirPath(_ text: String, _ kept: String) throws {
        #expect(try BaseURL(checking: text).text == kept)
    }

    @Test(arguments: [
        "", "api.example.com", "ftp://h", "file:///etc/passwd", "http://example.com", "http://128.0.0.1",
        "http://127.0.0.1.example.com", "http://127.1", "http://0x7f.0.0.1", "http://[::2]", "http://localhost.example",
        "https://", "https:///x", "https://u@h", "https://u:p@h", "https://:@h", "http://127.0.0.1@example.com",
        "https://h?q=1", "https://h?", "https://h#f", "https://h#", "https://h:0", "https://h:99999", "https://h:port",
        "https://h/\u{e9}", "https://h/a b", "https://h/\n", " https://h", "https://h\\@evil", "javascript:alert(1)",
        "https://h/{x}", "//h", "http:",
    ])
    func anyOtherAddress_isRefused(_ text: String) {
        #expect(throws: BaseURL.Problem.self) { try BaseURL(checking: text) }
    }
}
