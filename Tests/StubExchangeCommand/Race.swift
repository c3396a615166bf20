import StubExchange

/// Two events that a run sees at the same time.
enum Race: String, CaseIterable {
    case responses = "both respond at once"
    case failures = "both fail at once"
    case deadline = "the deadline and the responses at once"

    /// The statuses with which such a run may end.
    var statuses: Set<Int32> {
        switch self {
        case .responses: [0]
        case .failures: [1]
        case .deadline: [0, 1, 3]
        }
    }

    /// The route of both sources. Each run has its own barrier.
    func route(_ index: Int) -> String {
        switch self {
        case .responses: "barrier-2/\(index)"
        case .failures: "barrier-fail-2/\(index)"
        case .deadline: "slow-\(index % 5)"
        }
    }

    /// - Parameter edge: about how many milliseconds a run with a response takes.
    func arguments(_ index: Int, edge: Double) -> [String] {
        // A barrier opens only once both sources have been asked.
        guard self == .deadline else { return ["--timeout", "1ms", "--max-time", "30s"] }
        let maxTime = edge * (0.8 + 0.05 * Double(index % 9))
        let timeout = maxTime * (0.1 + 0.1 * Double(index % 7))
        return ["--timeout", timeout.milliseconds, "--max-time", maxTime.milliseconds]
    }
}

extension Double {
    /// As a duration of whole milliseconds, at least one: the program accepts no less.
    fileprivate var milliseconds: String { "\(Int(max(1, rounded())))ms" }
}
