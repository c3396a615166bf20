import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// However `btcq` was found, a refresh is `btcq` itself, and nothing else of that name.
    @Suite(.enabled(if: Sandbox.seesProcesses, "no /proc to find itself in"))
    struct BackgroundStartTests {
        /// The program is `real/btcq`; its namesakes stand in the current directory and in front on the PATH.
        private static let ways: [(how: String, line: String)] = [
            ("through PATH", "PATH=$PWD/real:$PATH; btcq -b"),
            ("through a relative PATH", "PATH=real:$PATH; btcq -b"),
            ("by an absolute path", "$PWD/real/btcq -b"),
            ("by a relative path", "real/btcq -b"),
            ("from its own directory", "cd real && ./btcq -b"),
            ("through a link", "ln -s real/btcq link && ./link -b"),
            ("through a link of a link", "ln -s real/btcq link && ln -s $PWD/link real/other && real/other -b"),
            (
                "from a directory that is gone",
                "real=$PWD/real && mkdir gone && cd gone && rmdir ../gone && $real/btcq -b"
            ),
            ("after it was removed", "exec 9< real/btcq && rm real/btcq && /proc/self/fd/9 -b"),
            ("after it was replaced", "exec 9< real/btcq && cp btcq new && mv new real/btcq && /proc/self/fd/9 -b"),
            ("by another name", "exec bash -c 'exec -a /nowhere/btcq real/btcq -b'"),
            ("without a name", "exec bash -c 'exec -a \"\" real/btcq -b'"),
        ]

        @Test(.enabled(if: Program.tool("bash") != nil, "bash is missing"), arguments: ways.map(\.how))
        func refresh_isTheSameProgram(_ how: String) throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            let proof = try plantNamesakes(in: box)
            let way = try #require(Self.ways.first { $0.how == how })
            let run = try box.shell(way.line)
            #expect(run.status == 1 && run.errors.hasSuffix("; one is being fetched\n"), "\(run)")
            try box.waitForRefreshes()
            #expect(box.cached?.price == "68901.23")
            #expect(box.asked == ["binance USD"])
            #expect(!FileManager.default.fileExists(atPath: proof), "\(box.contents(proof))")
        }

        /// Where the link to the program is gone, or something is in its place that cannot be run.
        @Test(
            .enabled(if: Namespace.isAvailable, Namespace.comment),
            .disabled(if: Program.isSanitized, "a sanitizer wants to read /proc"),
            arguments: ["", "mkdir -p /proc/self/exe && "], [true, false])
        func run_whenProcHasNoLinkToTheProgram_reportsTheReason(_ planting: String, _ hasCache: Bool) throws {
            let box = try Sandbox()
            let proof = try plantNamesakes(in: box)
            try hasCache ? box.cache(age: 300) : box.makeCacheDirectory()
            let run = try box.shell(
                Namespace.command(
                    "mount -t tmpfs none /proc && \(planting)PATH=$PWD/real:$PATH && btcq -b", network: false))
            #expect(run.status == (hasCache ? 3 : 1) && run.output.isEmpty != hasCache, "\(run)")
            let start =
                hasCache ? "cannot refresh the cache: " : "no quote: no usable quote is cached; none can be fetched: "
            let reason = planting.isEmpty ? "No such file or directory" : "Permission denied"
            #expect(run.errors == "btcq: \(start)btcq cannot be started: \(reason)\n", "\(run)")
            #expect(box.exchange.connections == 0 && !FileManager.default.fileExists(atPath: proof))
        }

        /// - Returns: the file that is there once one of them has been run.
        private func plantNamesakes(in box: Sandbox) throws -> String {
            let proof = "\(box.directory)/proof"
            try FileManager.default.createDirectory(atPath: "\(box.work)/real", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Program.btcq, toPath: "\(box.work)/real/btcq")
            try FileManager.default.createDirectory(atPath: "\(box.work)/first", withIntermediateDirectories: true)
            for directory in [box.work, "\(box.work)/first"] {
                for name in ["btcq", "btcq-refresh", "exe", "self"] {
                    try "#!/bin/sh\necho \"$0 $*\" >> '\(proof)'\n".write(
                        toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
                    chmod("\(directory)/\(name)", 0o755)
                }
            }
            box.environment["PATH"] = "\(box.work)/first:\(box.environment["PATH"] ?? "")"
            return proof
        }
    }
}
