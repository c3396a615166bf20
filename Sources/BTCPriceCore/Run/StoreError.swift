/// Why the shared data cannot be used. The string is the reason, for people.
package enum StoreError: Error, Equatable, Sendable {
    /// Such as `/home/me/.cache/btcq/BTC-USD.5 is a directory`.
    case unusable(String)
    /// There is no cache: nowhere to store it, or a directory of another user.
    case disabled(String)

    package var reason: String {
        switch self {
        case .unusable(let reason), .disabled(let reason): reason
        }
    }
}
