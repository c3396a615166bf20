/// Why what runs share could not be read or written. A reason is a clause with the path, by the adapter that knows it.
package enum StoreError: Error, Equatable, Sendable {
    /// The reason is a clause such as `/home/me/.cache/btcq/BTC-USD.4.json is a directory`.
    case unusable(String)
    /// There is no place for it at all, for example because there is no home directory.
    case disabled(String)

    package var reason: String {
        switch self {
        case .unusable(let reason), .disabled(let reason): reason
        }
    }
}
