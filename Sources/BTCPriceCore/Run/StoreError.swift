/// Why shared data cannot be read or stored, or not all of it. The string is the reason, for people.
package enum StoreError: Error, Equatable, Sendable {
    /// Such as `/home/me/.cache/btcq/BTC-USD.5 is a directory`.
    case unusable(String)
    /// There is no cache: no place for it, or only one of another user.
    case disabled(String)

    package var reason: String {
        switch self {
        case .unusable(let reason), .disabled(let reason): reason
        }
    }
}
