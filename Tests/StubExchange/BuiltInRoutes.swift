/// The behaviors that every stub has, chosen by the route's name.
enum BuiltInRoutes {
    /// The steps of a built-in route; nil if there is none of this name.
    static func steps(for request: ReceivedRequest) -> [Step]? {
        var parts = request.route.split(separator: "-")
        let number = parts.popLast().flatMap { Int($0) }
        switch (parts.joined(separator: "-"), number) {
        case ("slow", let milliseconds?): return ok(request).delayed(.milliseconds(milliseconds))
        case ("price", let price?): return ok(request, price: "\(price)")
        case ("status", let code?): return status(code)
        case ("barrier", let count?): return ok(request).together(count)
        case ("barrier-fail", let count?): return status(500).together(count)
        default: return plain(request)
        }
    }

    /// A correct response of the source that the request is for. Without a price, it contains the fixture's.
    static func ok(_ request: ReceivedRequest, price: String? = nil) -> [Step] {
        request.pair.flatMap { try? Fixture.named($0.source).bodyOfNow(currency: $0.currency, price: price) }
            .map { .respond(body: $0) } ?? status(404)
    }

    private static func plain(_ request: ReceivedRequest) -> [Step]? {
        switch request.route {
        case "ok": ok(request)
        case "silent": [.holdOpen]
        case "reset": [.reset]
        default: nil
        }
    }

    private static func status(_ code: Int) -> [Step] {
        let headers = code == 429 || code == 418 ? ["Retry-After: 60"] : []
        return .respond(code, headers: headers, body: "status \(code)")
    }
}
