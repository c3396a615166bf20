/// A duration in whole seconds, rounded down; 0 for a negative one.
package struct Age: CustomStringConvertible, Equatable, Sendable {
    package let seconds: Int64

    package init(_ duration: Duration) {
        seconds = max(0, duration.components.seconds)
    }

    /// In the largest unit that fits, rounded down: `0s`, `59s`, `5m`, `2h`, `3d`.
    package var description: String {
        switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3600: "\(seconds / 60)m"
        case ..<86_400: "\(seconds / 3600)h"
        default: "\(seconds / 86_400)d"
        }
    }
}
