import Foundation
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct DescriptorLockTests {
    @Test func acquire_whenItIsFree_acquiresIt() throws {
        try withTwoDescriptors { first, _ in
            #expect(DescriptorLock.acquire(first, timeout: .zero) == .acquired)
            #expect(DescriptorLock.acquire(first, timeout: .zero) == .acquired)
        }
    }

    @Test(arguments: [Duration.zero, .milliseconds(30)])
    func acquire_whenItIsHeldTheWholeTime_timesOut(_ timeout: Duration) throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired)
            let clock = MonotonicClock()
            #expect(DescriptorLock.acquire(second, timeout: timeout) == .timedOut)
            #expect(clock.elapsed >= timeout && clock.elapsed < timeout + .seconds(10))
        }
    }

    @Test func acquire_whenItIsReleasedInTime_acquiresIt() throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired)
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.03)
                flock(first, LOCK_UN)
            }
            #expect(DescriptorLock.acquire(second, timeout: .seconds(50)) == .acquired)
        }
    }

    @Test func acquire_whileItWaits_sleeps() throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired)
            let spent = processorTime {
                #expect(DescriptorLock.acquire(second, timeout: .milliseconds(500)) == .timedOut)
            }
            #expect(spent < .milliseconds(50))
        }
    }

    @Test func acquire_whereLocksDoNotWork_isUnsupported() {
        #expect(DescriptorLock.acquire(-1, timeout: .seconds(50)) == .unsupported)
    }

    /// Two open descriptions of one file, as two runs have them.
    private func withTwoDescriptors(_ body: (Int32, Int32) throws -> Void) throws {
        try withTemporaryFolder { directory in
            let descriptors = Inheritance.kept {
                (0..<2).map { _ in open("\(directory)/lock", O_RDWR | O_CREAT, 0o600) }
            }
            defer { for descriptor in descriptors { close(descriptor) } }
            try #require(descriptors.allSatisfy { $0 >= 0 })
            try body(descriptors[0], descriptors[1])
        }
    }
}
