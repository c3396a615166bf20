import Foundation
import Testing

@testable import BTCPriceComposer

@Suite(.timeLimit(.minutes(1))) struct BellTests {
    private let bell = Bell()

    @Test func ringBeforeTheWait_endsItAtOnce() {
        bell.ring()
        let start = ContinuousClock.now
        bell.wait(until: start + .seconds(50))
        #expect(ContinuousClock.now - start < .seconds(40))
    }

    @Test func twoRings_endOneWait() {
        bell.ring()
        bell.ring()
        bell.wait(until: nil)
        let start = ContinuousClock.now
        bell.wait(until: start + .milliseconds(20))
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }

    @Test func anotherThreadsRing_endsAWaitWithoutLimit() {
        Thread.detachNewThread { [bell] in bell.ring() }
        bell.wait(until: nil)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .milliseconds(1), .milliseconds(1500)])
    func nobodyRings_theWaitEndsAtItsTime(_ limit: Duration) {
        let start = ContinuousClock.now
        bell.wait(until: start + limit)
        #expect(ContinuousClock.now - start >= limit)
    }
}
