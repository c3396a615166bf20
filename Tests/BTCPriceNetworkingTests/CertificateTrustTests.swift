import Foundation
import Platform
import SampleValues
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
            ([directory: "/d:/e"], 0x08_03_00, nil, "/d:/e", "/d:/e"),
            ([bundle: "", file: "", directory: ""], 0x08_03_00, nil, nil, "built-in"),
        ] as [([String: String], Int, String?, String?, String?)])
    func init_readsVariablesAsCurlDoes(
        _ variables: [String: String], _ curlVersion: Int, _ file: String?, _ directory: String?, _ first: String?
    ) throws {
        let trust = CertificateTrust(Environment(variables), curlVersion: curlVersion)
        func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
        #expect(text(trust.file) == file)
        #expect(text(trust.directory) == directory)
        let paths = [file, directory].compactMap(\.self).joined(separator: " and ")
        #expect(trust.notes == (paths.isEmpty ? [] : ["trusting \(paths)"]))
        let library = try CurlLibrary.shared.get()
        let hashed = first == "built-in" ? text(library.certificateDirectory) : first
        #expect(text(trust.hashedDirectory(for: library)) == (library.usesOpenSSL ? hashed : nil))
    }

    @Test func init_whenPathIsNotUTF8_keepsItsBytes() {
        let environment = Environment { $0 == Self.file ? [0x2F, 0xE9] : nil }
        #expect(CertificateTrust(environment, curlVersion: 0x08_03_00).file == [0x2F, 0xE9])
    }

    /// `.` is the working directory.
    @Test(
        arguments: [
            ([:], [:]), ([file: "", directory: ""], [:]),
            ([file: "/a", bundle: "b/c"], [file: "/a", bundle: "./b/c"]),
            ([directory: "a"], [directory: "./a"]), ([directory: "/a:b:../c"], [directory: "/a:./b:./../c"]),
            // OpenSSL skips empty entries.
            ([directory: ":a::/b:"], [directory: ":./a::/b:"]),
            // A file's name may contain the separator.
            ([file: "a:b"], [file: "./a:b"]),
        ] as [([String: String], [String: String])])
    func absolutePaths_areThoseOfEveryEntry(_ variables: [String: String], _ expected: [String: String]) {
        let here = FileManager.default.currentDirectoryPath
        let paths = CertificateTrust.absolutePaths(Environment(variables)).map {
            ($0, String(decoding: $1, as: UTF8.self))
        }
        let absolute = expected.mapValues { $0.replacing(/(^|:)\.\//) { "\($0.output.1)\(here)/" } }
        #expect(Dictionary(uniqueKeysWithValues: paths) == absolute)
    }

    @Test func certificateFailure_distinguishesVerifyResults() {
        func results(_ failure: CertificateFailure) -> [Int] {
            (-1...100).filter { CertificateFailure(verifyResult: $0) == failure }
        }
        #expect(results(.unknownIssuer) == [2, 19, 20, 21] && results(.otherHost) == [0, 1, 62])
        #expect(results(.notYetValid) == [9] && results(.expired) == [10] && results(.selfSigned) == [18])
    }
}
