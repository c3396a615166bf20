import Foundation

extension Sandbox {
    /// What is remembered of the sources, as it stands in its file; empty where there is none.
    var memory: [String: [String: String]] {
        let data = FileManager.default.contents(atPath: "\(cacheDirectory)/sources.json") ?? Data("{}".utf8)
        return (try? JSONSerialization.jsonObject(with: data)) as? [String: [String: String]] ?? [:]
    }

    /// For how many seconds from now a source's record holds; nil where there is none for that reason.
    func remaining(_ source: String, _ why: String) -> Double? {
        guard let record = memory[source] else { return nil }
        let text = record["why"] == why ? record["until"] : record[why]
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return text.flatMap { try? Date($0, strategy: style) }?.timeIntervalSinceNow
    }

    /// Remembers one thing of one source, in place of all that was remembered.
    func remember(_ source: String, _ why: String, for seconds: Double) throws {
        let until = Date(timeIntervalSinceNow: seconds).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        try makeCacheDirectory()
        try Data(#"{"\#(source)":{"until":"\#(until)","why":"\#(why)"}}"#.utf8).write(
            to: URL(filePath: "\(cacheDirectory)/sources.json"))
    }

    /// The sources that were asked so far, in order: each is told by its path.
    var askedSources: [String] {
        let paths = [
            ("binance", "/api/v3/"), ("cryptocompare", "/data/"), ("coinbase", "/products/"), ("kraken", "/0/public/"),
            ("bitstamp", "/api/v2/"),
        ]
        return exchange.requests.compactMap { request in paths.first { request.target.contains($0.1) }?.0 }
    }
}
