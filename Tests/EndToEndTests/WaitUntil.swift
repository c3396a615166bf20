import Foundation

struct NeverHappened: Error {
    let what: String
}

/// Looks again and again until `condition` holds; throws when it does not in time, so that no test waits for ever.
func waitUntil(
    _ what: String, atMost limit: Duration = .seconds(10), _ condition: () throws -> Bool
) throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end else { throw NeverHappened(what: what) }
        usleep(500)
    }
}
