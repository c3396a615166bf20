import StubExchange

extension Sandbox {
    /// The sources that the runs so far have asked, and the currencies, such as `coinbase GBP`, in the order of the requests.
    var asked: [String] {
        exchange.requests.map { request in
            let asked = Fixture.all.flatMap { fixture in
                fixture.pairs.compactMap { pair in
                    let target = try? fixture.target(for: pair.currency)
                    return target.map(request.target.hasSuffix) == true ? "\(fixture.name) \(pair.currency)" : nil
                }
            }
            return asked.first ?? request.target
        }
    }

    /// The sources that the runs so far have asked, in the order of the requests.
    var askedSources: [String] { asked.map { String($0.prefix { $0 != " " }) } }

    /// Makes every source respond with these steps from now on, or with its fixture's price. The base URLs are the same as
    /// after the previous call, so that back-off entries still apply.
    func respondAll(_ steps: [Step]? = nil) {
        exchange.on("changing") { steps ?? StubExchange.response(to: $0, price: "68901.23") }
        setAll("changing")
    }

    /// Makes every source respond on a route of the stub.
    func setAll(_ route: String) {
        for source in Fixture.all { set(source.name, route) }
    }
}
