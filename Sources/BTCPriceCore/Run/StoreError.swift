/// Why the data that runs share could not be read or written. The string is the reason, a clause from the adapter that knows it.
package enum StoreError: Error, Equatable, Sendable {
    /// Such as `/home/me/.cache/btcq/BTC-USD.4.json is a directory`.
    case unusable(String)
    /// Nothing can be stored at all: no home directory is set, or the directory to use belongs to another user.
    case disabled(String)

    package var reason: String {
        switch self {
        case .unusable(let reason), .disabled(let reason): reason
        }
    }
}
