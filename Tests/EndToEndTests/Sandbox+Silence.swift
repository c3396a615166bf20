import Foundation

/// A run, and what the test noted of it.
struct NotedRun {
    let run: Sandbox.Outcome
    /// Before it was started.
    let start: ContinuousClock.Instant
    /// A time at which it had asked its sources for certain.
    let asked: ContinuousClock.Instant

    /// Whether the errors tell that a source gave no answer for as long as this run has waited for it, which it did
    /// until `end` after its own beginning, or longer.
    ///
    /// The program counts from when it has asked the source until it waits no longer. It may be late at both on a busy
    /// machine. But it has asked before the test saw that it had, its beginning is behind the test's, and it has ended
    /// before the test saw that.
    func tells(_ source: String, noAnswerUntil end: Duration) throws -> Bool {
        guard let told = try run.silence(of: source) else { return false }
        return told.upperBound >= start + end - asked && told.lowerBound <= run.elapsed
    }
}

extension Sandbox {
    /// Runs the program, and notes when it has asked so many sources.
    func run(_ arguments: String..., notingRequest count: Int) throws -> NotedRun {
        let start = ContinuousClock.now
        var asked = start
        let run = try capture(Program.btcq, arguments.map { Array($0.utf8) }, limit: .seconds(30)) { program in
            try waitUntil("it has asked, or ended") { exchange.requests.count >= count || program.state == "Z" }
            // The request may be here before the thread that decides goes on: that one waits for an answer after it has
            // noted when it asked.
            if Program.tellsStates {
                try waitUntil("it waits for an answer") { program.state == "S" || program.state == "Z" }
            } else {
                usleep(20_000)
            }
            asked = .now
        }
        return NotedRun(run: run, start: start, asked: asked)
    }
}

extension Sandbox.Outcome {
    /// Whether the errors tell that a source gave no answer for so long. What the rest of the machine took from the run
    /// may be missing in what it tells, or be in it.
    func tells(_ source: String, noAnswerIn bounds: ClosedRange<Duration>) throws -> Bool {
        guard let told = try silence(of: source) else { return false }
        let delay = elapsed - ownTime
        return told.upperBound >= bounds.lowerBound - delay && told.lowerBound < bounds.upperBound + delay
    }

    /// For how long a source gave no answer, by what the errors tell of it: the number is rounded. Nil where they do not.
    fileprivate func silence(of source: String) throws -> ClosedRange<Duration>? {
        let words = try Regex<(Substring, Substring, Substring)>("\(source): no answer in ([0-9.]+)(ms|s)\\b")
        guard let match = errors.firstMatch(of: words), let number = Double(match.1) else { return nil }
        let isLong = match.2 == "s"
        // In steps of 10 ms, of a tenth of a second, or of a second.
        let rounding = Duration.milliseconds(isLong ? (number < 10 ? 50 : 500) : 5)
        let time = Duration.milliseconds(isLong ? number * 1000 : number)
        return time - rounding...time + rounding
    }
}
