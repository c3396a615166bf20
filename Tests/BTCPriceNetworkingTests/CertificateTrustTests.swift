import Foundation
import Platform
import SampleValues
import Testing

@testable import BTCPriceNetworking

/// That the variables have the same meaning as for `curl` is tested end to end, with the system's curl.
@Suite struct CertificateTrustTests {
    private static let (bundle, file, directory) = ("CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR")

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
}
