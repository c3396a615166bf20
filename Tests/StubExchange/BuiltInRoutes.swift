/// What a stub does without being told: the route's name says it.
enum BuiltInRoutes {
    /// The steps of a built-in route; nil for a name that is none.
    static func steps(for request: Request) -> [Step]? {
        var words = request.route.split(separator: "-")
        let number = words.popLast().flatMap { Int($0) }
        switch (words.joined(separator: "-"), number) {
        case ("slow", let milliseconds?): return ok(request).delayed(.milliseconds(milliseconds))
        case ("status", let code?): return status(code)
        case ("barrier", let count?): return ok(request).together(count)
        case ("barrier-fail", let count?): return status(500).together(count)
        default: return plain(request)
        }
    }

    /// A correct answer for the source that was asked, with the fixture's price unless another is wanted.
    static func ok(_ request: Request, price: String? = nil) -> [Step] {
        Asked(request)
            .flatMap { try? $0.fixture.body(currency: $0.currency, price: price) }
            .map { .answer(body: $0) } ?? status(404)
    }

    private static func plain(_ request: Request) -> [Step]? {
        switch request.route {
        case "ok": ok(request)
        case "silent": [.holdOpen]
        case "garbage": .answer(body: "68901.23 dollars, my friend")
        case "html": .answer(headers: ["Content-Type: text/html"], body: "<html><body>Log in</body></html>")
        case "empty": .answer(body: "")
        case "reset": [.reset]
        case "drip": .drip("HTTP/1.1 200 OK\r\n\r\n{}", every: .milliseconds(100))
        default: nil
        }
    }

    private static func status(_ code: Int) -> [Step] {
        let headers = code == 429 || code == 418 ? ["Retry-After: 7"] : []
        return .answer(code, headers: headers, body: #"{"code":-1,"msg":"status \#(code)"}"#)
    }
}
