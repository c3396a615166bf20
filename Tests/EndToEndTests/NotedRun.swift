import Foundation
import TestSupport
import Testing

/// A run, and what the test noted of it.
struct NotedRun {
    let run: RunResult
    /// Before it was started.
    let start: ContinuousClock.Instant
    /// A time at which it had certainly asked its sources.
    let asked: ContinuousClock.Instant

    /// Expects that the errors report no response from a source for as long as this run has waited for it: until `end`,
    /// counted from its own beginning, or longer.
    ///
    /// The program counts from its request to the source until it stops waiting. On a busy machine both may be late. But
    /// its request was sent before the test saw that, its beginning is after the test's, and it ended before the test saw
    /// that. The number is rounded.
    func expect(_ source: String, noResponseUntil end: Duration, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let pattern = try Regex<(Substring, Substring, Substring)>("\(source): no response in ([0-9.]+)(ms|s)\\b")
        let match = try #require(run.errors.firstMatch(of: pattern), "\(run)", sourceLocation: sourceLocation)
        let number = try #require(Double(match.1))
        // In steps of 10 ms, of a tenth of a second, or of a second.
        let isLong = match.2 == "s"
        let rounding = Duration.milliseconds(isLong ? (number < 10 ? 50 : 500) : 5)
        let time = Duration.milliseconds(isLong ? number * 1000 : number)
        let (minimum, maximum) = (start + end - asked - rounding, run.elapsed + rounding)
        #expect(time >= minimum && time <= maximum, "\(run)", sourceLocation: sourceLocation)
    }
}

extension Sandbox {
    /// Runs the program, and notes when it has asked so many sources.
    func run(_ arguments: String..., notingRequest count: Int) throws -> NotedRun {
        let time = ContinuousClock.now
        let run = try start(arguments)
        try waitUntil("it has asked, or ended") { exchange.requests.count >= count || run.program.state == "Z" }
        // The request may be here before the thread that decides goes on: that one waits for a response after it has noted
        // when it asked.
        if Program.canReadStates {
            try waitUntil("it waits for a response") { ["S", "Z"].contains(run.program.state) }
        } else {
            usleep(20_000)
        }
        let asked = ContinuousClock.now
        return NotedRun(run: run.result(), start: time, asked: asked)
    }
}
