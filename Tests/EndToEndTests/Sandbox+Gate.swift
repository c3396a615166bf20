import Foundation
import StubExchange
import TestSupport

/// Holds responses back until a test opens it.
final class Gate: Sendable {
    private let isOpen = Locked(false)

    func open() {
        isOpen.withLock { $0 = true }
    }

    /// On the thread of a client of the stub's. No test keeps a gate shut for that long.
    fileprivate func wait() {
        let end = ContinuousClock.now + .seconds(30)
        while !isOpen.withLock(\.self), ContinuousClock.now < end { usleep(500) }
    }
}

extension Sandbox {
    /// Makes every source respond only when the gate is opened: with these steps, or with its fixture's price.
    func holdAll(_ steps: [Step]? = nil) -> Gate {
        let gate = Gate()
        exchange.on("held") { request in
            gate.wait()
            return steps ?? StubExchange.response(to: request, price: "68901.23")
        }
        setAll("held")
        return gate
    }
}
