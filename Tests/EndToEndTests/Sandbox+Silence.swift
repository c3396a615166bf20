extension Sandbox.Outcome {
    /// Whether the errors tell that a source gave no answer for so long. What the rest of the machine took from the run
    /// is in what it tells.
    func tells(_ source: String, noAnswerIn bounds: ClosedRange<Duration>) throws -> Bool {
        let words = try Regex<(Substring, Substring, Substring)>("\(source): no answer in ([0-9.]+)(ms|s)\\b")
        guard let match = errors.firstMatch(of: words), let number = Double(match.1) else { return false }
        let isLong = match.2 == "s"
        let time = Duration.milliseconds(isLong ? number * 1000 : number)
        // It is told in steps of 10 ms, or of a tenth of a second.
        let rounding = Duration.milliseconds(isLong ? 50 : 5)
        return time >= bounds.lowerBound && time - rounding < bounds.upperBound + (elapsed - ownTime)
    }
}
