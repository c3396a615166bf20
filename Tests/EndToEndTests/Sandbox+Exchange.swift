import StubExchange
import TestSupport

extension Sandbox {
    /// The sources that the runs so far have asked, and the currencies, such as `bitstamp GBP`, in the order of the
    /// requests.
    var asked: [String] { exchange.requests.map { $0.pair?.description ?? $0.target } }

    /// The sources that the runs so far have asked, in the order of the requests.
    var askedSources: [String] { asked.map { String($0.prefix { $0 != " " }) } }

    /// Makes one source respond on a route of the stub.
    func set(_ source: String, _ route: String) { setURL(source, exchange.url(route)) }

    /// Makes every source respond on a route of the stub.
    func setAll(_ route: String) { environment.merge(exchange.variables(route)) { $1 } }

    func setURL(_ source: String, _ url: String) { environment["BTCQ_\(source.uppercased())_URL"] = url }

    /// Makes these sources respond with these steps.
    func respond(_ sources: String..., with steps: [Step]) {
        for source in sources { setURL(source, exchange.on("steps-of-\(sources[0])", steps)) }
    }

    /// Makes every source respond only when the gate is opened, with its fixture's price.
    func holdAll() {
        exchange.on("held") { [gate] request in
            // No test keeps it closed for that long.
            gate.wait(seconds: 30)
            return StubExchange.response(to: request, price: "68901.23")
        }
        setAll("held")
    }

    func waitUntilAsked(_ count: Int = 1) throws {
        try waitUntil("\(count) sources are asked") { exchange.requests.count >= count }
    }
}
