import StubExchange
import Testing

extension EndToEnd {
    /// Every recorded response of a source, through the complete program.
    @Suite struct SourcesRecordedTests {
        /// A response, and the pair that is asked for.
        private struct Case: Sendable, CustomTestStringConvertible {
            let response: RecordedResponse
            let pair: Fixture.Pair

            var testDescription: String { "\(response) as \(pair)" }
        }

        /// A response that any source may send is sent by each of them.
        private static let cases = RecordedResponse.all.flatMap { response in
            let fixtures = Fixture.all.filter { response.source == "*" || response.source == $0.name }
            return fixtures.compactMap { fixture in
                fixture.pairs.first { response.currency ?? $0.currency == $0.currency }
                    .map { Case(response: response, pair: $0) }
            }
        }

        @Test(arguments: cases.filter { $0.response.price != nil })
        private func run_whenResponseContainsAPrice_printsAndStoresIt(_ recorded: Case) throws {
            let template = ["--template", "{number} {pair} {source}{up: ▲{change}}{down: ▼{change}}"]
            let (box, live) = try run(recorded, template)
            let (price, pair) = (try #require(recorded.response.printedPrice), recorded.pair)
            let change = recorded.response.change.map {
                $0.hasPrefix("+") ? " ▲\($0)" : $0.hasPrefix("-") ? " ▼\($0)" : ""
            }
            let text = "\(price) \(pair.name) \(pair.source)\(change ?? "")\n"
            live.expect(0, .exactly(text), errors: "")
            try run(recorded, template + ["-a", "1h"], in: box).expect(0, .exactly(text), errors: "")
            try run(recorded, template + ["-o"], in: box).expect(3, .exactly(text), errors: "")
            #expect(box.exchange.requests.count == 1)
        }

        @Test(arguments: cases.filter { $0.response.price == nil })
        private func run_whenResponseContainsNoPrice_reportsTheError(_ recorded: Case) throws {
            let (_, run) = try run(recorded, [])
            #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            let status = recorded.response.status
            let reason =
                switch status {
                case 200 where recorded.response.isRateLimit: "rate limited\n"
                case 200: "invalid data ("
                case 418, 429: "HTTP \(status) (rate limited)\n"
                case 451: "HTTP 451 (blocked in this country; try --source "
                case 403: "HTTP 403 (blocked? try --source "
                case 401 where recorded.response.source != "*": "HTTP 401 ("
                default: "HTTP \(status)\n"
                }
            #expect(run.errors.hasPrefix("btcq: no quote: \(recorded.pair.source): \(reason)"), "\(run)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run)")
        }

        private func run(_ recorded: Case, _ options: [String]) throws -> (Sandbox, Sandbox.Outcome) {
            let box = try Sandbox()
            let response = recorded.response
            let url = box.exchange.on("recorded", .respond(response.status, body: try response.body))
            box.environment["BTCQ_\(recorded.pair.source.uppercased())_URL"] = url
            return (box, try run(recorded, options, in: box))
        }

        private func run(_ recorded: Case, _ options: [String], in box: Sandbox) throws -> Sandbox.Outcome {
            try box.run(["-s", recorded.pair.source, "--currency", recorded.pair.currency] + options)
        }
    }
}
