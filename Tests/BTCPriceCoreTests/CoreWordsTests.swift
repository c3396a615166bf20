import Foundation
import Testing

/// The core knows neither transport nor storage: not even its comments name them.
@Suite struct CoreWordsTests {
    private static let core = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/BTCPriceCore")

    @Test func core_namesNoTransportAndNoStorage() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.core.path).filter {
            $0.hasSuffix(".swift")
        }
        #expect(files.count > 30, "\(files)")
        for file in files {
            let text = try String(contentsOf: Self.core.appending(path: file), encoding: .utf8)
            for (line, number) in zip(text.split(separator: "\n", omittingEmptySubsequences: false), 1...) {
                // The calendar calculates with 400, and 500 µs are half of a millisecond.
                let status = line.matches(of: /\b[45][0-9][0-9]\b/).first { !["400", "500"].contains($0.output) }
                // A path in an example may end in `.json`.
                let word = line.firstMatch(of: /HOME|(?i:https?|TLS|[^.]JSON|errno|symbolic|libcurl)/)
                let found = status?.output ?? word?.output
                #expect(found == nil, "Sources/BTCPriceCore/\(file):\(number) names \(found ?? "")")
            }
        }
    }
}
