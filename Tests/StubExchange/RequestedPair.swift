/// The source and the currency that a request is for.
struct RequestedPair {
    let fixture: Fixture
    let currency: String
    /// What precedes the source's own path: the route, and the rest of the base URL.
    let base: String

    /// Nil if the target is not that of any source.
    init?(_ request: ReceivedRequest) {
        let target = request.target
        guard let known = Self.targets.first(where: { target.hasSuffix($0.text) }) else { return nil }
        base = String(target.dropLast(known.text.count))
        guard !base.contains("?") else { return nil }
        fixture = known.fixture
        currency = known.currency
    }

    private static let targets = Fixture.all.flatMap { fixture in
        fixture.pairs.compactMap { pair in
            (try? fixture.target(for: pair.currency)).map { (text: $0, fixture: fixture, currency: pair.currency) }
        }
    }
}
