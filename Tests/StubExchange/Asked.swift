/// What a request asks for: one pair of one source.
struct Asked {
    let fixture: Fixture
    let currency: String
    /// What stands in front of the source's own path: the route, and whatever a base URL adds.
    let base: String

    /// Nil where no source asks like this.
    init?(_ request: Request) {
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
