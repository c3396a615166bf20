import SampleValues
import TestSupport
import Testing

@testable import BTCPriceCore

/// Plays random schedules of several runs, with kills, stops, read-only files and clock steps, and checks what must hold in
/// each of them.
@Suite(.timeLimit(.minutes(5))) struct ModelCheckTests {
    private static let schedules = isSoak ? 10_000 : 1000

    @Test func randomSchedules_breakNoRule() {
        var random = SeededGenerator()
        var endings: [String: Int] = [:]
        for number in 0..<Self.schedules {
            let machine = playSchedule(&random)
            endings.merge(machine.endings) { $0 + $1 }
            guard machine.violations.isEmpty else {
                Issue.record("schedule \(number): \(machine.violations.joined(separator: "; ")); \(random)")
                return
            }
        }
        // Otherwise the schedules would prove little.
        #expect(
            endings["quote", default: 0] > Self.schedules && endings["none", default: 0] > Self.schedules,
            "\(endings)")
    }

    private func playSchedule(_ random: inout SeededGenerator) -> SimulatedMachine {
        let machine = machine(&random)
        let clients = [client(&random, "first"), client(&random, "second")]
        for number in 0..<Int.random(in: 2...8, using: &random) {
            let start = Duration.milliseconds(Int.random(in: 0...15_000, using: &random))
            let death = start + .milliseconds(Int.random(in: 0...3000, using: &random))
            let stop = start + .milliseconds(Int.random(in: 0...2000, using: &random))
            let end = stop + .seconds(Int.random(in: 1...30, using: &random))
            let client = clients[Int.random(in: 0...1, using: &random)]
            let run = SimulatedRun(machine, number, client, death: random.once(in: 8) ? death : nil)
            run.start(at: start, stop: random.once(in: 8) ? stop..<end : nil)
        }
        if random.once(in: 5) {
            let step = Duration.seconds(Int.random(in: -7200...7200, using: &random))
            machine.simulation.add(at: .milliseconds(Int.random(in: 0...10_000, using: &random))) { _ in
                machine.stepClock(by: step)
            }
        }
        machine.simulation.run()
        return machine
    }

    private func machine(_ random: inout SeededGenerator) -> SimulatedMachine {
        var behaviors: [Endpoint: SimulatedMachine.Behavior] = [:]
        for source in [Endpoint.binance, .coinbase, .kraken] {
            let rateLimit = [nil, .zero, Duration.seconds(3), .seconds(7200)].randomElement(using: &random) ?? nil
            let latency = Duration.milliseconds(Int.random(in: 1...3000, using: &random))
            behaviors[source] =
                switch Int.random(in: 0...9, using: &random) {
                case 0...5: .init(latency: latency)
                case 6, 7: .init(error: .rateLimited(for: rateLimit), latency: latency)
                case 8: .init(error: .serverError, latency: latency)
                default: .init(latency: .never)
                }
        }
        let readOnlyFiles = SimulatedMachine.File.allCases.filter { _ in random.once(in: 6) }
        return SimulatedMachine(behaviors, readOnlyFiles: Set(readOnlyFiles), locksWork: !random.once(in: 6))
    }

    private func client(_ random: inout SeededGenerator, _ configuration: String) -> SimulatedRun.Client {
        let sources = [Endpoint.binance, .coinbase, .kraken].shuffled(using: &random)
        let maxAge = Duration.milliseconds([0, 10, 1000, 60_000].randomElement(using: &random) ?? 0)
        let maxTime = Duration.milliseconds([500, 900, 2000, 5000, 60_000].randomElement(using: &random) ?? 5000)
        let timeout = random.once(in: 2) ? Duration.milliseconds(Int.random(in: 1...2000, using: &random)) : nil
        let request = RunPlan(
            currency: random.once(in: 5) ? .eur : .usd,
            endpoints: Array(sources.prefix(Int.random(in: 1...2, using: &random))),
            policy: CachePolicy(maxAge: maxAge, mode: random.once(in: 3) ? .background : .fetch),
            limits: FetchLimits(timeout: timeout, maxTime: maxTime))
        return SimulatedRun.Client(
            request: request, isConnected: !random.once(in: 6), configuration: configuration)
    }
}
