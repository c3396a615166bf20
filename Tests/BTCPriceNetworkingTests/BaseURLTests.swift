import BTCPriceCore
import Foundation
import TestSupport
import Testing

@testable import BTCPriceNetworking

@Suite struct BaseURLTests {
    @Test(arguments: [
        ("https://api.example.com", "https://api.example.com"), ("https://h/", "https://h"),
        ("https://h//", "https://h"), ("https://h/prefix/", "https://h/prefix"),
        ("https://h:8443/a/b", "https://h:8443/a/b"), ("Https://h/Path", "https://h/Path"),
        ("HTTPS://API.Example.COM/", "https://API.Example.COM"), ("https://1.2.3.4", "https://1.2.3.4"),
        ("https://[2001:db8::1]:8/x", "https://[2001:db8::1]:8/x"),
        ("https://h/a-b._~Z9/%20%C3%a9", "https://h/a-b._~Z9/%20%C3%a9"), ("https://h/a:b,c;d", "https://h/a:b,c;d"),
    ])
    func init_whenHTTPS_storesItWithoutTrailingSlash(_ text: String, _ stored: String) throws {
        #expect(try url(text).text == stored)
    }

    /// libcurl rejects them, with its own message.
    @Test(arguments: [
        "https://h:port", "https://h:99999", "https://[::1", "https://h\\x", "https://.", "https://h/%zz",
    ])
    func init_whenHostOrPortIsMalformed_leavesItToLibcurl(_ text: String) throws {
        #expect(try url(text).text == text)
    }

    @Test(arguments: [
        ("http://127.0.0.1:80", "http://127.0.0.1:80"), ("http://127.255.255.254/x", "http://127.255.255.254/x"),
        ("http://127.0.0.1", "http://127.0.0.1"), ("http://[::1]:8080", "http://[::1]:8080"),
        ("http://[::1]", "http://[::1]"), ("http://[0:0:0:0:0:0:0:1]/", "http://[0:0:0:0:0:0:0:1]"),
        ("http://localhost", "http://localhost"), ("HTTP://LocalHost:9/", "http://LocalHost:9"),
        ("HTTP://LOCALHOST:1/x/", "http://LOCALHOST:1/x"),
        // These are paths of a loopback host.
        ("http://127.0.0.1/\\evil.com", "http://127.0.0.1/\\evil.com"),
        ("http://127.0.0.1/http://evil.com", "http://127.0.0.1/http://evil.com"),
        ("http://localhost/.evil.com", "http://localhost/.evil.com"),
    ])
    func init_whenHTTPToLoopback_storesIt(_ text: String, _ stored: String) throws {
        #expect(try url(text).text == stored)
    }

    @Test(arguments: [
        "http://example.com", "http://128.0.0.1", "http://126.255.255.255", "http://0.0.0.0", "http://10.0.0.1",
        // Hosts that begin or end like a loopback host.
        "http://127.0.0.1.example.com", "http://localhost.evil.com", "http://localhost.", "http://xlocalhost",
        "http://127.0.0.1\\evil", "http://localhost\\.evil.com",
        "http://localhost%00.evil.com", "http://127.0.0.1%2eevil.com", "http://127.0.0.1;evil.com",
        "http://127.0.0.1,evil.com", "http://evil.com\\127.0.0.1", "http://127.0.0.1.",
        // Brackets and ports.
        "http://[::1]evil.com", "http://[::1].evil.com", "http://[::1]:80.evil.com", "http://[::1]:80:80",
        "http://[::1]]", "http://[::1", "http://[::1:80", "http://[[::1]]", "http://[127.0.0.1]", "http://[localhost]",
        "http://::1", "http://[]",
        "http://127.0.0.1:80.evil.com", "http://localhost:80:80", "http://localhost:evil", "http://127.0.0.1:-1",
        "http://127.0.0.1:80\\evil.com", "http://:80", "http://[::1%25lo]",
        // Other notations of addresses, which resolvers read differently.
        "http://0x7f.1", "http://0x7f.0.0.1", "http://127.1", "http://127.0.1", "http://2130706433",
        "http://017700000001", "http://0177.0.0.1", "http://127.0.0.01", "http://127.0.0.256", "http://127.0.0.1.1",
        "http://[::2]", "http://[::]", "http://[1::1]", "http://[::ffff:127.0.0.1]", "http://[::127.0.0.1]",
        "http://%6cocalhost", "http://%31%32%37.0.0.1",
    ])
    func init_whenHTTPToAnotherHost_throws(_ text: String) {
        expect(text, .httpToRemoteHost)
    }

    @Test(arguments: [
        "https://u@h", "https://u:p@h", "https://:@h", "https://@h", "http://127.0.0.1@example.com",
        "http://127.0.0.1:80@evil", "http://127.0.0.1\\@evil", "http://localhost:80@example.com/",
        "http://localhost#@evil", "http://localhost?@evil", "https://h/@", "https://h/a@b",
    ])
    func init_whenItHasUserInformation_throws(_ text: String) {
        expect(text, .userInformation)
    }

    @Test(arguments: [
        "https://h?q=1", "https://h?", "https://h/?", "https://h#f", "https://h#", "https://h/a#b",
        "http://localhost?.evil.com", "http://127.0.0.1#.evil.com",
    ])
    func init_whenItHasQueryOrFragment_throws(_ text: String) {
        expect(text, .queryOrFragment)
    }

    @Test(arguments: [
        "", "api.example.com", "//h", ":", "://", "://h", "http:", "http:/localhost", "http:localhost",
        "http:\\\\localhost",
        "https:h", "https:/h", "https", "https//h", "https:://h", "https// :h", "https://", "https:///", "https:///x",
        "http://", "http:///127.0.0.1", "https:////h", " https://h", "https://h ", "https://h\n", "https://h\t",
        "https://h/\u{7f}", "https://h/a b", "http://localhost\u{0}.evil.com", "http://local\thost", "ftp://h",
        "file:///etc/passwd", "javascript:alert(1)", "xhttps://h", "httpss://h", "https+x://h", "https://h/\u{e9}",
        "https://m\u{fc}nchen.de", "http://127\u{3002}0.0.1",
    ])
    func init_whenItIsNotAURL_throws(_ text: String) {
        expect(text, .notAURL)
    }

    @Test func init_whenBytesAreNotPrintableASCII_throws() {
        for byte in UInt8.min...UInt8.max where !(0x21...0x7E).contains(byte) {
            #expect(throws: BaseURLError.notAURL, "byte \(byte)") {
                try BaseURL(checking: Array("https://h/".utf8) + [byte])
            }
        }
    }

    /// `http` must reach the same host whichever byte follows it.
    @Test(arguments: ["http://127.0.0.255", "http://localhost", "http://[::1]"])
    func init_whenAnyByteFollowsLoopbackHost_acceptsOnlySlashAndColon(_ prefix: String) {
        for byte in UInt8.min...UInt8.max {
            let isDelimiter = byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":")
            #expect(isAccepted(Array(prefix.utf8) + [byte]) == isDelimiter, "byte \(byte)")
            #expect(isAccepted(Array(prefix.utf8) + [byte] + "80".utf8) == isDelimiter, "byte \(byte) and a number")
            let isSlash = byte == UInt8(ascii: "/")
            #expect(isAccepted(Array(prefix.utf8) + [byte] + "evil.com".utf8) == isSlash, "byte \(byte) and a host")
        }
    }

    /// Foundation parses URLs independently of this program.
    @Test func init_whenHTTPURLIsRandom_acceptsOnlyLoopbackHosts() {
        var random = SeededGenerator()
        let parts = [
            "127.0.0.1", "localhost", "[::1]", "evil.com", ".", ":", "80", "/", "\\", "[", "]", "%00", "%2f", "x", "-",
            ";",
        ]
        for _ in 0..<20_000 {
            let text = "http://" + (0..<4).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            guard let url = try? url(text) else { continue }
            // Characters that Foundation rejects in a path do not matter for the host.
            let authority = url.text.dropFirst("http://".count).prefix { $0 != "/" }
            let host = URLComponents(string: "http://\(authority)/")?.host
            #expect(host?.wholeMatch(of: /127(\.[0-9]{1,3}){3}|localhost|\[::1\]/) != nil, "\(text), \(random)")
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:9/x", true), ("http://localhost", true), ("http://[::1]", true),
        ("https://127.0.0.1", false), ("https://http://", false),
    ])
    func isPlainLoopback_dependsOnScheme(_ url: String, _ isPlain: Bool) {
        #expect(BaseURL.isPlainLoopback(url) == isPlain)
    }

    private func url(_ text: String) throws(BaseURLError) -> BaseURL { try BaseURL(checking: Array(text.utf8)) }

    private func isAccepted(_ bytes: [UInt8]) -> Bool { (try? BaseURL(checking: bytes)) != nil }

    private func expect(_ text: String, _ error: BaseURLError, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(throws: error, "\(text)", sourceLocation: sourceLocation) { try url(text) }
    }
}
