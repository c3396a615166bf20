import Foundation
import TestSupport
import Testing

@testable import BTCPriceCore

/// Plays random schedules of up to five runs, with deaths, stops, unwritable files and clock steps, and checks what must
/// hold in each of them.
@Suite(.timeLimit(.minutes(2))) struct ModelCheckTests {
    private static let schedules = ProcessInfo.processInfo.environment["BTCQ_SCHEDULES"].flatMap { Int($0) } ?? 3000
    private static let names = ["binance", "coinbase", "kraken"]

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
        let world = world(&random)
        let sources = Array(world.behaviors.keys).sorted { $0.name + $0.urlHash < $1.name + $1.urlHash }
        for number in 0..<Int.random(in: 2...5, using: &random) {
            let start = Duration.milliseconds(Int.random(in: 0...12_000, using: &random))
            let death = chance(8, &random) ? start + .milliseconds(Int.random(in: 0...3000, using: &random)) : nil
            let stop = chance(8, &random) ? start + .milliseconds(Int.random(in: 0...2000, using: &random)) : nil
            let run = SimulatedRun(world, number, request(sources, &random), death: death)
            run.start(at: start, stop: stop.map { $0..<($0 + .seconds(Int.random(in: 1...30, using: &random))) })
        }
        if chance(5, &random) {
            let step = Duration.seconds(Int.random(in: -7200...7200, using: &random))
            world.simulation.add(at: .milliseconds(Int.random(in: 0...10_000, using: &random))) { _ in
                world.stepClock(by: step)
            }
        }
        world.simulation.run()
        return world
    }

    private func world(_ random: inout SeededGenerator) -> World {
        var behaviors: [SourceID: World.Behavior] = [:]
        for name in Self.names {
            let url = chance(6, &random) ? "https://mirror" : "https://\(name)"
            behaviors[SourceID(name: name, baseURL: url)] = behavior(&random)
        }
        return World(
            behaviors: behaviors, isCacheWritable: !chance(6, &random), isBackoffWritable: !chance(6, &random),
            locksWork: !chance(6, &random))
    }

    private func behavior(_ random: inout SeededGenerator) -> World.Behavior {
        let latency = Duration.milliseconds(Int.random(in: 1...3000, using: &random))
        let response: World.Behavior.Response =
            switch Int.random(in: 0...9, using: &random) {
            case 0...5: .quote
            case 6: .rateLimit(retryAfter: .seconds(Int.random(in: 0...7200, using: &random)))
            case 7: .blocked
            case 8: .failure
            default: .none
            }
        return World.Behavior(response: response, latency: latency)
    }

    private func request(_ sources: [SourceID], _ random: inout SeededGenerator) -> RunRequest {
        let chosen = Array(sources.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)))
        let maxAge = Duration.milliseconds([0, 10, 1000, 60_000].randomElement(using: &random) ?? 0)
        let mode: CachePolicy.Mode = chance(3, &random) ? .background : .fetch
        let maxTime = Duration.milliseconds([500, 900, 2000, 5000].randomElement(using: &random) ?? 5000)
        let timeout = chance(2, &random) ? Duration.milliseconds(Int.random(in: 1...2000, using: &random)) : nil
        return RunRequest(
            currency: chance(5, &random) ? .eur : .usd, sources: chosen,
            policy: CachePolicy(maxAge: mode == .background ? max(maxAge, .milliseconds(10)) : maxAge, mode: mode),
            limits: FetchLimits(timeout: timeout, maxTime: maxTime))
    }

    /// True once in `count` times.
    private func chance(_ count: Int, _ random: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }
}
