/// Why what runs share could not be read or written. A reason is a clause with the path, by the adapter that knows it.
package enum StoreError: Error, Equatable, Sendable {
    /// Such as `/home/me/.cache/btcq/BTC-USD.json is a directory`.
    case unusable(String)
    /// There is no place for it at all, such as `HOME is not an absolute path`.
    case disabled(String)

    package var reason: String {
        switch self {
        case .unusable(let reason), .disabled(let reason): reason
        }
    }
}
