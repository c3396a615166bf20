import Testing

/// What a libcurl cannot do, and with it the program: tests that fail there.
struct KnownDifference: Sendable {
    let reason: String
    let isOf: @Sendable (Libcurl) -> Bool
    /// Names of tests, with a part of those arguments that fail; nil if all do.
    let tests: [(name: String, argument: String?)]
    /// Whether they pass at times.
    let isIntermittent: Bool

    init(
        _ reason: String, _ tests: [(String, String?)], isIntermittent: Bool = false,
        isOf: @escaping @Sendable (Libcurl) -> Bool
    ) {
        (self.reason, self.tests, self.isIntermittent, self.isOf) = (reason, tests, isIntermittent, isOf)
    }

    /// All that there are. Where such a test passes, that is reported as a failure.
    static let all = [
        KnownDifference(
            "GnuTLS does not look at the purpose of a certificate",
            [("certificate_whenInvalid_isRejectedAndReported", "client")], isOf: \.usesGnuTLS),
        KnownDifference(
            "GnuTLS takes SSL_CERT_DIR for one directory",
            [
                ("authority_inAnyDirectoryOfTheList_isFound", nil),
                ("refresh_whenCertificatePathIsRelative_findsThem", nil),
            ],
            isOf: \.usesGnuTLS),
        KnownDifference(
            "GnuTLS does not read OPENSSL_CONF",
            [("configurationOfOpenSSL_whenItCannotBeUsed_isTheCause", nil)], isOf: \.usesGnuTLS),
        KnownDifference(
            "GnuTLS tells no reasons, whatever it is called",
            [
                ("tlsLibraryInUse_decidesOnStoresAndReasons", ") OpenSSL/"),
                ("tlsLibraryInUse_decidesOnStoresAndReasons", ") LibreSSL/"),
            ], isOf: \.usesGnuTLS),
        KnownDifference(
            "before libcurl 8, GnuTLS sees no response that comes through an HTTPS proxy",
            [("authorities_whenBothAreInTheDirectory_needNoBundle", nil), ("tlsOlderThan12_isRejected", "tls1_2")],
            isIntermittent: true, isOf: { $0.usesGnuTLS && !$0.isAtLeast("8") }),
        KnownDifference(
            "Debian 12's libcurl with GnuTLS has a directory, which SSL_CERT_DIR replaces, and no bundle",
            [
                ("authorities_inTheDirectoryAndInTheBundle_areFound", nil),
                ("system_withoutCertificatesForTheProxy_isReported", nil),
                ("bundle_whenItIsThereAndCannotBeRead_isNotCalledMissing", nil),
            ],
            isOf: { $0.usesGnuTLS && !$0.isAtLeast("8") }),
        KnownDifference(
            "that libcurl does not say that its directory is empty",
            [("system_withoutCertificates_isReported", "false")], isOf: { $0.usesGnuTLS && !$0.isAtLeast("8") }),
        KnownDifference(
            "libcurl 8.21 and 8.22 read the bundle too if no file in the directory has a hash for its name: one attempt",
            [("times_areThoseOfAllAttempts", nil)], isOf: { $0.isAtLeast("8.21") && !$0.isAtLeast("8.23") }),
        KnownDifference(
            "a libcurl that contains its OpenSSL cannot be asked for the text of a reason",
            [("certificate_whenItIsRefusedForARareReason_isReportedWithThatOfTheTLSLibrary", nil)],
            isOf: { !$0.store.hasPrefix("/etc/ssl/") }),
        KnownDifference(
            "a libcurl for Red Hat has a bundle, and no directory",
            [
                ("systemsStore_isLookedUpByDirectoryThenByBundle", "directory"),
                ("bundle_whenItIsThereAndCannotBeRead_isNotCalledMissing", nil),
            ],
            isOf: { !$0.store.hasPrefix("/etc/ssl/") }),
    ]
}

/// A test of that table fails as it says.
struct KnownDifferences: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if let testCase, let libcurl = Libcurl.inUse, let known = Self.difference(test, testCase, with: libcurl) {
            let comment: Comment = "known: \(test.name): \(known.reason)"
            await withKnownIssue(comment, isIntermittent: known.isIntermittent) { try await function() }
        } else {
            try await function()
        }
    }

    private static func difference(
        _ test: Test, _ testCase: Test.Case, with libcurl: Libcurl
    ) -> KnownDifference? {
        // Swift Testing has no other access to the arguments.
        let arguments = String(reflecting: testCase)
        return KnownDifference.all.first { difference in
            difference.isOf(libcurl)
                && difference.tests.contains { name, argument in
                    test.name.hasPrefix("\(name)(") && argument.map(arguments.contains) ?? true
                }
        }
    }
}

extension Trait where Self == KnownDifferences {
    static var knownDifferences: Self { KnownDifferences() }
}
