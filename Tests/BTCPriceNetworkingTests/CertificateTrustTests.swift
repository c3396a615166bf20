import System
import Testing

@testable import BTCPriceNetworking

/// The variables have the same meaning as for `curl`.
@Suite struct CertificateTrustTests {
    private static let allVariables = ["CURL_CA_BUNDLE": "/bundle", "SSL_CERT_FILE": "/file", "SSL_CERT_DIR": "/dir"]

    @Test func init_whenCurlsBundleIsSet_ignoresOtherVariables() {
        let trust = trust(Self.allVariables)
        #expect(trust.file == Array("/bundle".utf8) && trust.directory == nil)
        #expect(trust.notes == ["trusting /bundle"])
    }

    @Test func init_whenFileAndDirectoryAreSet_usesBothSinceCurl83() {
        let variables = Self.allVariables.filter { $0.key != "CURL_CA_BUNDLE" }
        let both = trust(variables, curlVersion: 0x08_03_00)
        #expect(both.file == Array("/file".utf8) && both.directory == Array("/dir".utf8))
        #expect(both.notes == ["trusting /file and /dir"])
        let directory = trust(variables, curlVersion: 0x08_02_01)
        #expect(directory.file == nil && directory.directory == Array("/dir".utf8))
        #expect(directory.notes == ["trusting /dir"])
        let file = trust(["SSL_CERT_FILE": "/file", "SSL_CERT_DIR": ""], curlVersion: 0x08_02_01)
        #expect(file.file == Array("/file".utf8) && file.directory == nil)
    }

    @Test func init_whenVariablesAreEmpty_ignoresThem() {
        let trust = trust(["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "", "SSL_CERT_DIR": ""])
        #expect(trust.file == nil && trust.directory == nil && trust.notes.isEmpty)
    }

    @Test func init_whenPathIsNotUTF8_keepsItsBytes() throws {
        let trust = CertificateTrust(
            Environment { $0 == "SSL_CERT_FILE" ? [0x2F, 0xE9] : nil }, curlVersion: 0x08_03_00)
        #expect(trust.file == [0x2F, 0xE9])
        #expect(
            trust.stores(for: try CurlLibrary.open()) == [CertificateStore(file: .at([0x2F, 0xE9]), directory: nil)])
    }

    @Test func stores_whenFileIsSet_areThatFileAndTheDirectory() throws {
        let library = try CurlLibrary.open()
        let (file, directory) = (Array("/file".utf8), Array("/dir".utf8))
        #expect(
            trust(["SSL_CERT_FILE": "/file", "SSL_CERT_DIR": "/dir"]).stores(for: library)
                == [CertificateStore(file: .at(file), directory: directory)])
        #expect(
            trust(["SSL_CERT_FILE": "/file"]).stores(for: library) == [
                CertificateStore(file: .at(file), directory: nil)
            ])
    }

    @Test func stores_whenDirectoryIsSet_areThatDirectoryAndThenTheBundle() throws {
        let library = try CurlLibrary.open()
        let directory = Array("/dir".utf8)
        let bundle = CertificateStore(file: .builtIn, directory: directory)
        let expected = library.usesOpenSSL ? [CertificateStore(file: .none, directory: directory), bundle] : [bundle]
        #expect(trust(["SSL_CERT_DIR": "/dir"]).stores(for: library) == expected)
    }

    @Test func stores_whenNothingIsSet_areLibcurlsDirectoryAndThenItsBundle() throws {
        let library = try CurlLibrary.open()
        let bundle = CertificateStore(file: .builtIn, directory: nil)
        let expected: [CertificateStore]
        if library.usesOpenSSL, let directory = library.certificateDirectory {
            expected = [CertificateStore(file: .none, directory: directory), bundle]
        } else {
            expected = [bundle]
        }
        #expect(trust([:]).stores(for: library) == expected)
    }

    @Test func isIssuerMissing_isTrueOnlyIfIssuerWasNotFound() {
        #expect((0...100).filter(CertificateTrust.isIssuerMissing) == [2, 19, 20, 21])
        #expect(!CertificateTrust.isIssuerMissing(-1))
    }

    private func trust(_ variables: [String: String], curlVersion: Int = 0x08_03_00) -> CertificateTrust {
        CertificateTrust(Environment(variables), curlVersion: curlVersion)
    }
}
