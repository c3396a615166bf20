import Foundation
import TestSupport
import Testing

@testable import BTCPriceCore

/// Plays random schedules of up to five runs, with deaths, stops, unwritable files and clock steps, and checks what must
/// hold in each of them.
@Suite(.timeLimit(.minutes(2))) struct ModelCheckTests {
    private static let schedules = ProcessInfo.processInfo.environment["BTCQ_SCHEDULES"].flatMap { Int($0) } ?? 3000

    @Test func randomSchedules_breakNoInvariant() {
        var random = SeededGenerator()
        var endings: [String: Int] = [:]
        for number in 0..<Self.schedules {
            let world = playSchedule(&random)
            endings.merge(world.endings) { $0 + $1 }
            guard world.violations.isEmpty else {
                Issue.record("schedule \(number): \(world.violations.joined(separator: "; ")); \(random)")
                return
            }
        }
        // Otherwise the schedules would prove little.
        #expect(
            endings["quote", default: 0] > Self.schedules && endings["none", default: 0] > Self.schedules / 4,
            "\(endings)")
    }

    private func playSchedule(_ random: inout SeededGenerator) -> World {
        let world = World(&random)
        for number in 0..<Int.random(in: 2...5, using: &random) {
            let start = Duration.milliseconds(Int.random(in: 0...12_000, using: &random))
            let death = start + .milliseconds(Int.random(in: 0...3000, using: &random))
            let stop = start + .milliseconds(Int.random(in: 0...2000, using: &random))
            let end = stop + .seconds(Int.random(in: 1...30, using: &random))
            let run = SimulatedRun(world, number, request(world, &random), death: random.once(in: 8) ? death : nil)
            run.start(at: start, stop: random.once(in: 8) ? stop..<end : nil)
        }
        if random.once(in: 5) {
            let step = Duration.seconds(Int.random(in: -7200...7200, using: &random))
            world.simulation.add(at: .milliseconds(Int.random(in: 0...10_000, using: &random))) { _ in
                world.stepClock(by: step)
            }
        }
        world.simulation.run()
        return world
    }

    private func request(_ world: World, _ random: inout SeededGenerator) -> RunRequest {
        let sources = world.behaviors.keys.sorted { $0.name < $1.name }.shuffled(using: &random)
        let maxAge = Duration.milliseconds([0, 10, 1000, 60_000].randomElement(using: &random) ?? 0)
        let isBackground = random.once(in: 3)
        let maxTime = Duration.milliseconds([500, 900, 2000, 5000].randomElement(using: &random) ?? 5000)
        let timeout = random.once(in: 2) ? Duration.milliseconds(Int.random(in: 1...2000, using: &random)) : nil
        return RunRequest(
            currency: random.once(in: 5) ? .eur : .usd,
            sources: Array(sources.prefix(Int.random(in: 1...2, using: &random))),
            policy: isBackground
                ? CachePolicy(maxAge: max(maxAge, .milliseconds(10)), mode: .background) : CachePolicy(maxAge: maxAge),
            limits: FetchLimits(timeout: timeout, maxTime: maxTime))
    }
}
