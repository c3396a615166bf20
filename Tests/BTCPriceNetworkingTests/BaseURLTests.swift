import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

@Suite struct BaseURLTests {
    @Test(arguments: [
        ("https://api.example.com", "https://api.example.com"), ("https://h/", "https://h"),
        ("https://h//", "https://h"),
        ("https://h/prefix/", "https://h/prefix"), ("https://h:8443/a/b", "https://h:8443/a/b"),
        ("https://h:1", "https://h:1"), ("https://h:65535", "https://h:65535"), ("https://h:00443", "https://h:00443"),
        ("Https://h/Path", "https://h/Path"), ("HTTPS://API.Example.COM/", "https://API.Example.COM"),
        ("https://1.2.3.4", "https://1.2.3.4"), ("https://a-b.c-d", "https://a-b.c-d"),
        ("https://h./x", "https://h./x"),
        ("https://[2001:db8::1]:8/x", "https://[2001:db8::1]:8/x"),
        ("https://[::ffff:127.0.0.1]", "https://[::ffff:127.0.0.1]"),
        ("https://h/a-b._~Z9/%20%C3%a9", "https://h/a-b._~Z9/%20%C3%a9"), ("https://h/%41zz", "https://h/%41zz"),
    ])
    func httpsAddress_isTakenWithItsPathAndWithoutASlashAtTheEnd(_ text: String, _ kept: String) throws {
        #expect(try BaseURL(checking: text.utf8).text == kept)
    }

    @Test(arguments: [
        ("http://127.0.0.1:80", "http://127.0.0.1:80"), ("http://127.255.255.254/x", "http://127.255.255.254/x"),
        ("http://127.0.0.1", "http://127.0.0.1"), ("http://[::1]:8080", "http://[::1]:8080"),
        ("http://[::1]", "http://[::1]"),
        ("http://[0:0:0:0:0:0:0:1]/", "http://[0:0:0:0:0:0:0:1]"), ("http://localhost", "http://localhost"),
        ("HTTP://LocalHost:9/", "http://LocalHost:9"),
    ])
    func plainAddressOfThisMachine_isTaken(_ text: String, _ kept: String) throws {
        #expect(try BaseURL(checking: text.utf8).text == kept)
    }

    @Test(arguments: [
        "http://example.com", "http://128.0.0.1", "http://126.255.255.255", "http://0.0.0.0",
        "http://127.0.0.1.example.com",
        "http://127.1", "http://0x7f.0.0.1", "http://2130706433", "http://127.0.0.01", "http://[::2]", "http://[::]",
        "http://[1::1]", "http://[::ffff:127.0.0.1]", "http://localhost.example", "http://localhost.",
        "http://xlocalhost",
    ])
    func plainAddressOfAnotherMachine_isRefused(_ text: String) {
        expect(text, "http is for loopback hosts only; use https")
    }

    @Test(arguments: [
        "https://u@h", "https://u:p@h", "https://:@h", "https://@h", "http://127.0.0.1@example.com",
        "http://localhost:80@example.com/", "https://h/@", "https://h/a@b",
    ])
    func userInformation_isRefused(_ text: String) {
        expect(text, "user information has no place in it")
    }

    @Test(arguments: ["https://h?q=1", "https://h?", "https://h/?", "https://h#f", "https://h#", "https://h/a#b"])
    func queryOrFragment_isRefused(_ text: String) {
        expect(text, "a query or a fragment has no place in it")
    }

    @Test(arguments: [
        "https://h:0", "https://h:00000", "https://h:65536", "https://h:99999", "https://h:99999999999",
        "https://h:port",
        "https://h:", "https://h:/", "https://h:-1", "https://h:+1", "https://h:1.5", "https://h:000443",
        "https://h:80:80",
        "https://[::1]:0", "https://[::1]:", "http://localhost:0x50",
    ])
    func portThatIsNone_isRefused(_ text: String) {
        expect(text, "its port is not one")
    }

    @Test(arguments: [
        "", "api.example.com", "//h", "http:", "http:/localhost", "https:h", "https://", "https:///x", "https:// h",
        " https://h",
        "https://h ", "https://h\n", "https://h\t", "https://h/\u{7f}", "https://h/a b", "ftp://h",
        "file:///etc/passwd",
        "javascript:alert(1)", "xhttps://h", "httpss://h", "https+x://h", "https://h/\u{e9}", "https://m\u{fc}nchen.de",
        "https://h\\evil", "https://h/\\", "https://h/{x}", "https://h/a;b", "https://h/a,b", "https://h/a+b",
        "https://h/a:b",
        "https://h/%", "https://h/%4", "https://h/%4g", "https://h/%zz", "https://h/a%2", "http://127.0.0.1%00.evil:9",
        "https://h%41", "https://h_x", "https://h!", "https://h'", "https://.", "https://-", "https://..",
        "https://[]:9",
        "https://[]", "https://[::1", "https://[::1]x", "https://[::1]]", "https://x[::1]", "https://[127.0.0.1]",
        "https://[::1%25lo]", "https://[fe80::1%lo]", "https://[:::1]", "https://[12345::]", "https://::1",
        "https://[h]", "https://h/%zz41", "https://h:8 ", "https://h/?\n", "https://[::1\u{0}x]",
    ])
    func anythingElse_isNoURL(_ text: String) {
        // `https://::1` is a host without a name.
        expect(text, "it is not a URL")
    }

    @Test func hostName_isOfAtMost253Bytes() throws {
        let longest = "https://" + String(repeating: "a", count: 253)
        #expect(try BaseURL(checking: longest.utf8).text == longest)
        expect(longest + "a", "it is not a URL")
    }

    @Test func bytesThatAreNoText_areRefused() {
        for byte: UInt8 in [0x00, 0x1F, 0x80, 0xFF] {
            #expect(throws: UsageError("it is not a URL")) { try BaseURL(checking: Array("https://h/".utf8) + [byte]) }
        }
    }

    @Test func everyByteInAHostOrAPath_isTakenOnlyIfTheGrammarHasIt() throws {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        let inHost = letters.union("-.".utf8)
        let inPath = letters.union("-._~/".utf8)
        for byte in UInt8.min...UInt8.max {
            let host = Array("https://a".utf8) + [byte] + Array("b".utf8)
            let path = Array("https://a/b".utf8) + [byte] + Array("c".utf8)
            // A slash ends the host, a colon begins a port that is none.
            #expect(isTaken(host) == (inHost.contains(byte) || byte == UInt8(ascii: "/")), "host, byte \(byte)")
            #expect(isTaken(path) == inPath.contains(byte), "path, byte \(byte)")
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:9/x", true), ("http://localhost", true), ("http://[::1]", true),
        ("https://127.0.0.1", false),
        ("https://http://", false),
    ])
    func plainLoopback_isToldByItsScheme(_ url: String, _ isPlain: Bool) {
        #expect(BaseURL.isPlainLoopback(url) == isPlain)
    }

    private func isTaken(_ bytes: [UInt8]) -> Bool { (try? BaseURL(checking: bytes)) != nil }

    private func expect(_ text: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(throws: UsageError(words), "\(text)", sourceLocation: sourceLocation) {
            try BaseURL(checking: text.utf8)
        }
    }
}
