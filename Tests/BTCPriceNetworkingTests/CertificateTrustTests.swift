import Testing

@testable import BTCPriceNetworking

/// As `curl` takes the variables.
@Suite struct CertificateTrustTests {
    private static let everything = ["CURL_CA_BUNDLE": "/bundle", "SSL_CERT_FILE": "/file", "SSL_CERT_DIR": "/folder"]

    @Test func curlsBundle_goesBeforeBothOthers() {
        let trust = trust(Self.everything)
        #expect(trust.file == Array("/bundle".utf8) && trust.directory == nil)
        #expect(trust.route == ["trusting /bundle"])
    }

    @Test func fileAndDirectory_countTogetherFromCurl83On() {
        let variables = Self.everything.filter { $0.key != "CURL_CA_BUNDLE" }
        let both = trust(variables, curlVersion: 0x08_03_00)
        #expect(both.file == Array("/file".utf8) && both.directory == Array("/folder".utf8))
        #expect(both.route == ["trusting /file and /folder"])
        let directory = trust(variables, curlVersion: 0x08_02_01)
        #expect(directory.file == nil && directory.directory == Array("/folder".utf8))
        #expect(directory.route == ["trusting /folder"])
        let file = trust(["SSL_CERT_FILE": "/file", "SSL_CERT_DIR": ""], curlVersion: 0x08_02_01)
        #expect(file.file == Array("/file".utf8) && file.directory == nil)
    }

    @Test func emptyVariable_isNone() {
        let trust = trust(["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "", "SSL_CERT_DIR": ""])
        #expect(trust.file == nil && trust.directory == nil && trust.route.isEmpty)
    }

    @Test func path_isBytes() throws {
        let trust = CertificateTrust(
            environment: { $0 == "SSL_CERT_FILE" ? [0x2F, 0xE9] : nil }, curlVersion: 0x08_03_00)
        #expect(trust.file == [0x2F, 0xE9])
        #expect(
            trust.stores(for: try CurlLibrary.open()) == [CertificateStore(file: .at([0x2F, 0xE9]), directory: nil)])
    }

    @Test func namedFile_isTheOnlyStoreWithTheNamedDirectoryIfAny() throws {
        let library = try CurlLibrary.open()
        let (file, folder) = (Array("/file".utf8), Array("/folder".utf8))
        #expect(
            trust(["SSL_CERT_FILE": "/file", "SSL_CERT_DIR": "/folder"]).stores(for: library)
                == [CertificateStore(file: .at(file), directory: folder)])
        #expect(
            trust(["SSL_CERT_FILE": "/file"]).stores(for: library) == [
                CertificateStore(file: .at(file), directory: nil)
            ])
    }

    @Test func namedDirectory_isLookedUpFirstAndThenTheBundleBesideIt() throws {
        let library = try CurlLibrary.open()
        let folder = Array("/folder".utf8)
        let whole = CertificateStore(file: .builtIn, directory: folder)
        let expected = library.usesOpenSSL ? [CertificateStore(file: .none, directory: folder), whole] : [whole]
        #expect(trust(["SSL_CERT_DIR": "/folder"]).stores(for: library) == expected)
    }

    @Test func withoutVariables_theDirectoryThatLibcurlWasBuiltWithComesFirst() throws {
        let library = try CurlLibrary.open()
        let whole = CertificateStore(file: .builtIn, directory: nil)
        let expected: [CertificateStore]
        if library.usesOpenSSL, let folder = library.certificateDirectory {
            expected = [CertificateStore(file: .none, directory: folder), whole]
        } else {
            expected = [whole]
        }
        #expect(trust([:]).stores(for: library) == expected)
    }

    /// CURLE_NOT_BUILT_IN of curl/curl.h, which no library at hand returns.
    @Test func tlsLibraryWithoutDirectories_doesWithout() {
        #expect((0...100).filter { CertificateStore.ignoringUnsupported($0) == 0 } == [0, 4])
        #expect((5...100).allSatisfy { CertificateStore.ignoringUnsupported($0) == $0 })
    }

    @Test func missingIssuer_isToldFromEveryOtherFault() {
        #expect((0...100).filter(CertificateTrust.isIssuerMissing) == [2, 19, 20, 21])
        #expect(!CertificateTrust.isIssuerMissing(-1))
    }

    private func trust(_ environment: [String: String], curlVersion: Int = 0x08_03_00) -> CertificateTrust {
        CertificateTrust(environment: { environment[$0].map { Array($0.utf8) } }, curlVersion: curlVersion)
    }
}
