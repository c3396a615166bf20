import Foundation
import TestSupport

/// The libcurl that the program opens on this system.
struct Libcurl {
    static let inUse = Libcurl(report: versionReport)

    /// Such as `8.14.1`.
    let version: String
    /// Such as `OpenSSL/3.5.1`.
    let tls: String
    /// Where it looks for certificates.
    let store: String

    /// - Parameter report: what `btcq -Vv` prints.
    private init?(report: String) {
        guard let match = report.firstMatch(of: #/libcurl ([0-9.]+) \((.*)\)\ncertificates (.*)\n/#) else { return nil }
        (version, tls, store) = (String(match.1), String(match.2), String(match.3))
    }

    var usesGnuTLS: Bool { tls.hasPrefix("GnuTLS/") }

    /// How a message continues after the word "certificate": with the reason, where libcurl knows it.
    static func rejection(_ reason: String) -> String { inUse?.usesGnuTLS == true ? "is not trusted" : reason }

    func isAtLeast(_ other: String) -> Bool { version.compare(other, options: .numeric) != .orderedAscending }

    private static var versionReport: String {
        let run = try? StartedRun(
            Program.btcq, ["-Vv"].map { Array($0.utf8) }, environment: ["HOME": "/"], directory: "/")
        return run?.result().text ?? ""
    }
}
