import TestSupport
import Testing

/// The real binary, from outside. One test after the other: many of them look at the time. The suites share nothing, so that
/// several processes can each run some of them.
///
/// `BTCQ_BINARY` names another binary than the one built along with the tests.
@Suite(.serialized) struct EndToEnd {}

extension Trait where Self == ConditionTrait {
    static func needs(_ tools: String...) -> Self {
        .enabled(if: tools.allSatisfy { Program.tool($0) != nil }, "needs \(tools.joined(separator: ", "))")
    }

    /// A sanitizer looks at files and libraries, starts threads and needs descriptors of its own.
    static var needsNoSanitizer: Self { .disabled(if: isSanitized, "a sanitizer makes system calls of its own") }

    static var needsStrace: Self {
        .enabled(if: Program.tool("strace") != nil && !isSanitized, "needs strace, and no sanitizer")
    }

    static var needsProcesses: Self { .enabled(if: Sandbox.seesProcesses, "needs /proc, to see processes") }

    static var needsNamespace: Self { .enabled(if: Namespace.isAvailable, Namespace.comment) }

    static var needsRelease: Self { .enabled(if: Program.isRelease, "needs a release binary") }

    static var needsOpenSSL: Self { .enabled(if: CertificateAuthority.isAvailable, CertificateAuthority.comment) }

    /// With a sanitizer, another library has to be the first one.
    static var needsClang: Self {
        .enabled(if: Program.tool("clang") != nil && !isSanitized, "needs clang, and no sanitizer")
    }
}
