import Foundation
import Platform
import TestSupport
import Testing

/// Of two open descriptions of one file, as two runs have them, the first one has the lock.
@Suite(.timeLimit(.minutes(5))) final class DescriptorLockTests {
    private let directory = TemporaryDirectory()
    private let first: Int32
    private let second: Int32

    init() throws {
        let path = "\(directory.path)/lock"
        // A program that inherited the first one would hold the lock too.
        let descriptors = Inheritance.kept { (0..<2).map { _ in open(path, O_RDWR | O_CREAT, 0o600) } }
        (first, second) = (descriptors[0], descriptors[1])
        try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired)
    }

    deinit { for descriptor in [first, second] { close(descriptor) } }

    @Test(arguments: [Duration.zero, .milliseconds(30)])
    func acquire_whenItIsHeldAllTheTime_timesOut(_ timeout: Duration) {
        let clock = MonotonicClock()
        #expect(DescriptorLock.acquire(second, timeout: timeout) == .timedOut)
        let elapsed = clock.elapsed
        #expect(elapsed >= timeout && elapsed < timeout + .seconds(10))
    }

    @Test func acquire_whenItIsReleasedInTime_acquiresIt() {
        Thread.detachNewThread { [first] in
            usleep(30_000)
            flock(first, LOCK_UN)
        }
        #expect(DescriptorLock.acquire(second, timeout: .seconds(50)) == .acquired)
    }

    @Test func acquire_whileItWaits_sleeps() {
        let spent = processorTime {
            #expect(DescriptorLock.acquire(second, timeout: .milliseconds(500)) == .timedOut)
        }
        #expect(spent < .milliseconds(50))
    }

    @Test func recordLock_doesNotConflictWithALockOfFlock() {
        #expect(DescriptorLock.acquireRecordLock(second, timeout: .zero) == .acquired)
        DescriptorLock.releaseRecordLock(second)
        #expect(DescriptorLock.acquire(second, timeout: .zero) == .timedOut)
    }

    @Test func acquire_whereLocksDoNotWork_isUnavailable() {
        #expect(DescriptorLock.acquire(-1, timeout: .seconds(50)) == .unavailable)
        #expect(DescriptorLock.acquireRecordLock(-1, timeout: .seconds(50)) == .unavailable)
    }
}
