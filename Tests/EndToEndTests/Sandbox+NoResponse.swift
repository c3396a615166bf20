import Foundation

/// A run, and what the test noted of it.
struct NotedRun {
    let run: Sandbox.Outcome
    /// Before it was started.
    let start: ContinuousClock.Instant
    /// A time at which it had certainly asked its sources.
    let asked: ContinuousClock.Instant

    /// Whether the errors report no response from a source for as long as this run has waited for it: until `end`, counted
    /// from its own beginning, or longer.
    ///
    /// The program counts from its request to the source until it stops waiting. On a busy machine both may be late. But
    /// its request was sent before the test saw that, its beginning is after the test's, and it ended before the test saw
    /// that.
    func reports(_ source: String, noResponseUntil end: Duration) throws -> Bool {
        guard let time = try run.timeWithoutResponse(from: source) else { return false }
        return time.upperBound >= start + end - asked && time.lowerBound <= run.elapsed
    }
}

extension Sandbox {
    /// Runs the program, and notes when it has asked so many sources.
    func run(_ arguments: String..., notingRequest count: Int) throws -> NotedRun {
        let start = ContinuousClock.now
        var asked = start
        let run = try capture(Program.btcq, arguments.map { Array($0.utf8) }, limit: .seconds(30)) { program in
            try waitUntil("it has asked, or ended") { exchange.requests.count >= count || program.state == "Z" }
            // The request may be here before the thread that decides goes on: that one waits for a response after it has
            // noted when it asked.
            if Program.canReadStates {
                try waitUntil("it waits for a response") { program.state == "S" || program.state == "Z" }
            } else {
                usleep(20_000)
            }
            asked = .now
        }
        return NotedRun(run: run, start: start, asked: asked)
    }
}

extension Sandbox.Outcome {
    /// Whether the errors report no response from a source for a time within `bounds`. The time that the rest of the
    /// machine took from the run may be missing in it, or be part of it.
    func reports(_ source: String, noResponseIn bounds: ClosedRange<Duration>) throws -> Bool {
        guard let time = try timeWithoutResponse(from: source) else { return false }
        let delay = elapsed - ownTime
        return time.upperBound >= bounds.lowerBound - delay && time.lowerBound < bounds.upperBound + delay
    }

    /// How long a source has not responded, according to the errors: the number is rounded. Nil if they do not say so.
    fileprivate func timeWithoutResponse(from source: String) throws -> ClosedRange<Duration>? {
        let pattern = try Regex<(Substring, Substring, Substring)>("\(source): no response in ([0-9.]+)(ms|s)\\b")
        guard let match = errors.firstMatch(of: pattern), let number = Double(match.1) else { return nil }
        let isLong = match.2 == "s"
        // In steps of 10 ms, of a tenth of a second, or of a second.
        let rounding = Duration.milliseconds(isLong ? (number < 10 ? 50 : 500) : 5)
        let time = Duration.milliseconds(isLong ? number * 1000 : number)
        return time - rounding...time + rounding
    }
}
