import StubExchange

extension Sandbox {
    /// Whom the runs so far have asked, and for what, such as `coinbase GBP`, in the order of the requests.
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

    /// Makes every source behave as told.
    func setAll(_ route: String) {
        for source in Fixture.all { set(source.name, route) }
    }
}
