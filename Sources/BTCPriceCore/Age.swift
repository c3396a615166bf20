/// How old a quote is, in whole seconds, never negative.
public struct Age: Equatable, Sendable {
    /// Whole seconds, floored.
    public let seconds: Int64

    /// The age that a duration amounts to.
    public init(_ duration: Duration) {
        seconds = max(0, duration.components.seconds)
    }
}

extension Age: CustomStringConvertible {
    /// The largest unit, floored: `59s`, `5m`, `2h`, `3d`.
    public var description: String {
        switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3600: "\(seconds / 60)m"
        case ..<86_400: "\(seconds / 3600)h"
        default: "\(seconds / 86_400)d"
        }
    }
}
