import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

@Suite struct BaseURLTests {
    @Test(arguments: [
        ("https://api.example.com", "https://api.example.com"), ("https://h//", "https://h"),
        ("https://h/prefix/", "https://h/prefix"), ("https://h:8443/a/b", "https://h:8443/a/b"),
        ("HTTPS://API.Example.COM/Path", "https://API.Example.COM/Path"),
        ("https://[2001:db8::1]:8/x", "https://[2001:db8::1]:8/x"),
        ("https://h/a-b._~Z9/%20%C3%a9:b,c;d", "https://h/a-b._~Z9/%20%C3%a9:b,c;d"),
        // libcurl rejects these, with its own message.
        ("https://h:port", "https://h:port"), ("https://h/%zz", "https://h/%zz"),
        ("http://127.0.0.1:80", "http://127.0.0.1:80"), ("http://127.255.255.254/x", "http://127.255.255.254/x"),
        ("http://[::1]:8080", "http://[::1]:8080"), ("HTTP://LocalHost:9/x/", "http://LocalHost:9/x"),
        // These are paths of a loopback host.
        ("http://127.0.0.1/\\evil.com", "http://127.0.0.1/\\evil.com"),
        ("http://127.0.0.1/http://evil.com", "http://127.0.0.1/http://evil.com"),
    ])
    func checked_whenAllowed_hasLowerCaseSchemeAndNoTrailingSlash(_ text: String, _ expected: String) {
        #expect(checked(text) == .success(expected))
    }

    private static let rejected: [(reason: String, [String])] = [
        (
            "http is allowed for loopback hosts only; use https",
            [
                "http://example.com", "http://128.0.0.1", "http://126.255.255.255", "http://0.0.0.0",
                // Hosts that begin or end like a loopback host.
                "http://localhost.", "http://xlocalhost", "http://evil.com\\127.0.0.1", "http://127.evil.com",
                // Brackets and ports.
                "http://[::1]evil.com", "http://[::1]:80.evil.com", "http://[::1]:80:80", "http://[::1]]",
                "http://[::1", "http://[[::1]]", "http://[127.0.0.1]", "http://[localhost]", "http://::1", "http://[]",
                "http://127.0.0.1:80.evil.com", "http://localhost:evil", "http://:80", "http://[::1%25lo]",
                // Other notations of addresses, which resolvers read differently.
                "http://0x7f.0.0.1", "http://127.1", "http://2130706433", "http://127.0.0.01", "http://127.0.0.256",
                "http://[::2]", "http://[::ffff:127.0.0.1]", "http://[0:0:0:0:0:0:0:1]", "http://%6cocalhost",
            ]
        ),
        (
            "user information is not allowed",
            [
                "https://u@h", "https://u:p@h", "https://@h", "http://127.0.0.1@example.com",
                "http://127.0.0.1:80@evil", "http://127.0.0.1\\@evil", "http://localhost#@evil", "https://h/@",
            ]
        ),
        (
            "a query or a fragment is not allowed",
            ["https://h?q=1", "https://h/?", "https://h#f", "https://h/a#b", "http://localhost?.evil.com"]
        ),
        (
            "not a URL such as https://host/path",
            [
                "", "api.example.com", "//h", "://h", "http:localhost", "https:/h", "https:://h", "https://",
                "https:///x",
                "http:///127.0.0.1", " https://h", "https://h ", "http://localhost\u{0}.evil.com", "ftp://h",
                "file:///etc/passwd", "xhttps://h", "httpss://h",
            ]
        ),
    ]

    @Test(arguments: rejected)
    func checked_whenURLIsNotAllowed_throwsTheReason(_ reason: String, _ urls: [String]) {
        let error = InvalidVariable(variable: "BTCQ_BINANCE_URL", reason: reason)
        for url in urls { #expect(checked(url) == .failure(error), "\(url)") }
    }

    @Test func checked_whenBytesAreNotPrintableASCII_throws() {
        for byte in UInt8.min...UInt8.max where !(0x21...0x7E).contains(byte) {
            #expect(throws: InvalidVariable.self, "byte \(byte)") {
                try checked(Array("https://h/".utf8) + [byte]).get()
            }
        }
    }

    /// `http` must reach the same host whichever byte follows it.
    @Test(arguments: ["http://127.0.0.255", "http://localhost", "http://[::1]"])
    func checked_afterALoopbackHost_allowsOnlySlashAndColon(_ prefix: String) {
        for byte in UInt8.min...UInt8.max {
            for (rest, delimiters) in [("", "/:"), ("80", "/:"), ("evil.com", "/")] {
                let isAllowed = (try? checked(Array(prefix.utf8) + [byte] + rest.utf8).get()) != nil
                #expect(isAllowed == delimiters.utf8.contains(byte), "byte \(byte), followed by \"\(rest)\"")
            }
        }
    }

    private func checked(_ text: String) -> Result<String, InvalidVariable> { checked(Array(text.utf8)) }

    private func checked(_ url: [UInt8]) -> Result<String, InvalidVariable> {
        Result { () throws(InvalidVariable) in try BaseURL.checked(url, from: "BTCQ_BINANCE_URL") }
    }
}
