import Foundation
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct DescriptorLockTests {
    @Test func acquire_whenItIsFree_acquiresIt() throws {
        try withTwoDescriptors { first, _ in
            #expect(DescriptorLock.acquire(first, timeout: .zero) == .acquired(waited: false))
            #expect(DescriptorLock.acquire(first, timeout: .zero) == .acquired(waited: false))
        }
    }

    @Test(arguments: [Duration.zero, .milliseconds(30)])
    func acquire_whenItIsHeldTheWholeTime_timesOut(_ timeout: Duration) throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired(waited: false))
            let clock = MonotonicClock()
            #expect(DescriptorLock.acquire(second, timeout: timeout) == .timedOut)
            #expect(clock.elapsed >= timeout && clock.elapsed < timeout + .seconds(10))
        }
    }

    @Test func acquire_whenItIsReleasedInTime_acquiresIt() throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired(waited: false))
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.03)
                flock(first, LOCK_UN)
            }
            #expect(DescriptorLock.acquire(second, timeout: .seconds(50)) == .acquired(waited: true))
        }
    }

    @Test func acquire_whileItWaits_sleeps() throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired(waited: false))
            let spent = processorTime {
                #expect(DescriptorLock.acquire(second, timeout: .milliseconds(500)) == .timedOut)
            }
            #expect(spent < .milliseconds(50))
        }
    }

    @Test func acquire_whenTheCallerDoesNotWantToWaitForTheHolder_givesUp() throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired(waited: false))
            let clock = MonotonicClock()
            #expect(DescriptorLock.acquire(second, timeout: .seconds(50)) { $0 == second } == .gaveUp)
            #expect(clock.elapsed < .seconds(20))
        }
    }

    /// Another process may hold a lock for a moment to see whether it is free.
    @Test func acquire_withoutATimeout_triesTwice() throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired(waited: false))
            let result = DescriptorLock.acquire(second, timeout: .zero) { _ in
                flock(first, LOCK_UN)
                return false
            }
            #expect(result == .acquired(waited: true))
        }
    }

    @Test func recordLock_doesNotConflictWithALockOfFlock() throws {
        try withTwoDescriptors { first, second in
            try #require(DescriptorLock.acquire(first, timeout: .zero) == .acquired(waited: false))
            #expect(DescriptorLock.acquireRecordLock(second, timeout: .zero) == .acquired(waited: false))
            DescriptorLock.releaseRecordLock(second)
            #expect(DescriptorLock.acquire(second, timeout: .zero) == .timedOut)
        }
    }

    @Test func acquire_whereLocksDoNotWork_isUnsupported() {
        #expect(DescriptorLock.acquire(-1, timeout: .seconds(50)) == .unsupported)
        #expect(DescriptorLock.acquireRecordLock(-1, timeout: .seconds(50)) == .unsupported)
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
