import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// `SSL_CERT_DIR` is a list of directories, as OpenSSL reads it.
    @Suite struct CertificateListTests {
        /// With the first connection: only the second one would look into the bundle too.
        @Test(
            .needsOpenSSL,
            arguments: [["/nonexistent", "hashed"], ["hashed", "/nonexistent"], ["", "other", "hashed"]])
        func authority_inAnyDirectoryOfTheList_isFound(_ entries: [String]) throws {
            let box = try Sandbox()
            let (authority, server) = try box.startTLSServer()
            let recorder = try box.record(server)
            let other = try CertificateAuthority(in: box, named: "other", certificates: [])
            let directories = [
                "hashed": try authority.makeHashedDirectory(in: box), "other": try other.makeHashedDirectory(in: box),
            ]
            box.environment["SSL_CERT_DIR"] = entries.map { directories[$0] ?? $0 }.joined(separator: ":")
            try box.run("-n", "-s", "binance").expect(0, "68901.23\n", errors: "")
            #expect(recorder.connections == 1)
        }

        @Test(.needsProcesses, .needsOpenSSL, arguments: ["/nonexistent:../ca/hashed", "nonexistent:../ca/hashed"])
        func refresh_whenAListOfDirectoriesHasRelativePaths_findsCertificates(_ list: String) throws {
            let box = try Sandbox()
            _ = try box.startTLSServer().authority.makeHashedDirectory(in: box)
            box.environment["SSL_CERT_DIR"] = list
            try box.run("-b", "-s", "binance").expect(1, errors: .suffix("; one is being fetched\n"))
            try box.waitForRefreshes()
            #expect(box.cached?.price == "68901.23")
        }

        /// An empty entry is none: it must not become the current directory.
        @Test(.needsProcesses, arguments: ["a:b", "/a:b", "../a/:/b/:c", ":a::b:"])
        func refresh_hasTheAbsolutePathOfEachDirectory(_ list: String) throws {
            let box = try Sandbox()
            box.environment["SSL_CERT_DIR"] = list
            let refresh = try box.startRefresh()
            let work = URL(filePath: box.work).resolvingSymlinksInPath().path
            let paths = list.components(separatedBy: ":").map {
                $0.isEmpty || $0.hasPrefix("/") ? $0 : "\(work)/\($0)"
            }
            let variable = box.strings(refresh, "environ").first { $0.hasPrefix("SSL_CERT_DIR=") }
            #expect(variable == "SSL_CERT_DIR=\(paths.joined(separator: ":"))")
            try box.openGate()
        }
    }
}
