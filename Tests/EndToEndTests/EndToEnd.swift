import TestSupport
import Testing

/// The real binary, from outside. One test after the other: many of them look at the time. The suites share nothing, so
/// that several processes can each run some of them.
///
/// `BTCQ_BINARY` names another binary than the one built along with the tests.
@Suite(.serialized, .knownDifferences) struct EndToEnd {}

extension Trait where Self == ConditionTrait {
    static func needs(_ tools: String...) -> Self { needs(missing: Program.missing(tools)) }

    static func needs(missing: [String]) -> Self {
        .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", "))")
    }

    /// A sanitizer looks at files and libraries, starts threads and needs descriptors of its own.
    static var needsNoSanitizer: Self { .disabled(if: isSanitized, "a sanitizer makes system calls of its own") }

    static var needsStrace: Self {
        needs(missing: Program.missing(["strace"]) + (isSanitized ? ["no sanitizer"] : []))
    }

    static var needsProcesses: Self { .enabled(if: Sandbox.seesProcesses, "needs /proc, to see processes") }

    /// Mounts, or an empty network, that only one command sees.
    static var needsNamespace: Self { needs(missing: Namespace.missing) }

    /// A network that only one command sees, with servers in it.
    static var needsNetwork: Self { needs(missing: Namespace.missing + Program.missing(["ip", "python3"])) }

    static var needsRelease: Self { .enabled(if: Program.isRelease, "needs a release binary") }

    static var needsOpenSSL: Self { needs(missing: CertificateAuthority.missing) }

    /// With a sanitizer, another library has to be the first one.
    static var needsClang: Self {
        needs(missing: Program.missing(["clang"]) + (isSanitized ? ["no sanitizer"] : []))
    }
}
