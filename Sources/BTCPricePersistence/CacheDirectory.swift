/// Where the cache is kept.
public enum CacheDirectory {
    /// `$XDG_CACHE_HOME/btcq` where that is an absolute path, else `~/.cache/btcq`; `~/Library/Caches/btcq` on macOS.
    /// Nil without a HOME that is an absolute path, in UTF-8: the replacement character marks one that is not.
    public static func path(environment: (String) -> String?) -> String? {
        func folder(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") && !$0.contains("\u{FFFD}") ? $0 : nil }
        }
        #if canImport(Darwin)
            return folder("HOME").map { $0 + "/Library/Caches/btcq" }
        #else
            return folder("XDG_CACHE_HOME").map { $0 + "/btcq" } ?? folder("HOME").map { $0 + "/.cache/btcq" }
        #endif
    }
}
