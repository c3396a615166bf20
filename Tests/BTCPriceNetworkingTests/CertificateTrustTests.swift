import Platform
import Testing

@testable import BTCPriceNetworking

/// The variables have the same meaning as for `curl`.
@Suite struct CertificateTrustTests {
    private static let (bundle, file, directory) = ("CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR")

    /// The directory that is searched first, where libcurl uses OpenSSL: `built-in` is libcurl's own.
    @Test(
        arguments: [
            ([bundle: "/b", file: "/f", directory: "/d"], 0x08_03_00, "/b", nil, nil),
            ([file: "/f", directory: "/d"], 0x08_03_00, "/f", "/d", nil),
            ([file: "/f", directory: "/d"], 0x08_02_FF, nil, "/d", "/d"),
            ([file: "/f", directory: ""], 0x08_02_FF, "/f", nil, nil),
            ([directory: "/d"], 0x08_03_00, nil, "/d", "/d"),
            ([bundle: "", file: "", directory: ""], 0x08_03_00, nil, nil, "built-in"),
        ] as [([String: String], Int, String?, String?, String?)])
    func init_readsVariablesAsCurlDoes(
        _ variables: [String: String], _ curlVersion: Int, _ file: String?, _ directory: String?, _ first: String?
    ) throws {
        let trust = CertificateTrust(Environment(variables), curlVersion: curlVersion)
        #expect(trust.file == file.map { Array($0.utf8) } && trust.directory == directory.map { Array($0.utf8) })
        let paths = [file, directory].compactMap(\.self).joined(separator: " and ")
        #expect(trust.notes == (paths.isEmpty ? [] : ["trusting \(paths)"]))
        let library = try CurlLibrary.shared.get()
        let hashed = first == "built-in" ? library.certificateDirectory : first.map { Array($0.utf8) }
        #expect(trust.hashedDirectory(for: library) == (library.usesOpenSSL ? hashed : nil))
    }

    @Test func init_whenPathIsNotUTF8_keepsItsBytes() {
        let environment = Environment { $0 == Self.file ? [0x2F, 0xE9] : nil }
        #expect(CertificateTrust(environment, curlVersion: 0x08_03_00).file == [0x2F, 0xE9])
    }

    @Test func isIssuerMissing_isTrueOnlyIfIssuerWasNotFound() {
        #expect((-1...100).filter(CertificateTrust.isIssuerMissing) == [2, 19, 20, 21])
    }
}
