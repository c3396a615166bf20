import BTCPriceCore
import BTCPriceJSON

/// The format of `backoff.json`, version 2. It is private: base URLs are stored as hashes, because a URL of any length has to
/// fit.
enum BackoffCodec {
    /// If not all entries fit into the file, those that end first are left out.
    static func bytes(of backoff: Backoff) -> [UInt8] {
        let entries = backoff.entries.sorted { $0.end > $1.end }.map { entry in
            #"{"reason":"\#(entry.reason.rawValue)","source":"\#(entry.source.name)","url":"\#(entry.source.urlHash)","#
                + #""currency":"\#(entry.currency?.code ?? "")","begin":\#(entry.begin.milliseconds),"#
                + #""end":\#(entry.end.milliseconds),"allowed":\#(entry.allowedTime.milliseconds)}"#
        }
        return SharedFile.limitedContents(#"{"version":2,"entries":["#, entries)
    }

    /// Empty for anything but a file of this version. Entries that cannot be read are left out.
    static func backoff(from bytes: [UInt8]?) -> Backoff {
        guard let bytes, let object = try? JSONValue(parsing: bytes),
            object["version"]?.number?.elementsEqual("2".utf8) == true, let entries = object["entries"]?.array
        else { return Backoff() }
        return Backoff(entries.compactMap(entry))
    }

    private static func entry(_ value: JSONValue) -> BackoffEntry? {
        // Without a currency code, the entry applies to every currency. Its times are checked when it is used.
        func number(_ key: String) -> Int64? { value[key]?.number?.decimalInteger }
        guard
            let reason = BackoffEntry.Reason.allCases.first(where: { value["reason"]?.isString($0.rawValue) == true }),
            let source = QuoteCodec.identifier(value["source"]), let url = QuoteCodec.identifier(value["url"]),
            let code = value["currency"]?.string, code.isEmpty || Currency(code: code) != nil,
            let begin = number("begin"), let end = number("end"), let allowed = number("allowed")
        else { return nil }
        return BackoffEntry(
            reason, SourceID(name: source, urlHash: url), currency: Currency(code: code),
            from: Timestamp(milliseconds: begin), to: Timestamp(milliseconds: end),
            allowedTime: .milliseconds(min(allowed, FetchLimits.maxDuration.milliseconds)))
    }
}
