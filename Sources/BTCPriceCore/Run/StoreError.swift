/// Why the data that runs share could not be read or written. A reason is a clause by the adapter that knows it.
package enum StoreError: Error, Equatable, Sendable {
    /// Such as `/home/me/.cache/btcq/BTC-USD.4.json is a directory`.
    case unusable(String)
    /// Nothing is stored at all: there is no home directory, or the directory belongs to another user.
    case disabled(String)

    package var reason: String {
        switch self {
        case .unusable(let reason), .disabled(let reason): reason
        }
    }
}
