import CSystem
import Foundation
import TestSupport
import Testing

/// The last words of a process: they change how it takes signals, so each test has a process of its own.
@Suite(.timeLimit(.minutes(1))) struct LastWordsTests {
    @Test func pipeThatNobodyReads_isNotWaitedForAndNoAlarmIsLeft() async {
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try fullPipe()
            close(reading)
            let start = csystem_now()
            csystem_write_within(writing, [UInt8(0)], 1, 900)
            #expect(alarm(0) == 0)
            #expect(csystem_now() - start < 900_000_000)
        }
    }

    @Test func fullPipeThatDoesNotBlock_isWaitedForAsleep() async {
        await #expect(processExitsWith: .success) {
            let (_, writing) = try fullPipe()
            let start = csystem_now()
            let spent = processorTime { csystem_write_within(writing, [UInt8(0)], 1, 500) }
            #expect(csystem_now() - start >= 500_000_000)
            #expect(spent < .milliseconds(25))
        }
    }

    /// Somebody may have blocked the alarm; the others are as they were, and nothing is asked of it but to interrupt.
    @Test func alarm_isLetThroughAndNoOtherSignal() async {
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try fullPipe()
            close(reading)
            var (blocked, action) = (sigset_t(), sigaction())
            sigfillset(&blocked)
            pthread_sigmask(SIG_SETMASK, &blocked, nil)
            csystem_write_within(writing, [UInt8(0)], 1, 20)
            pthread_sigmask(SIG_SETMASK, nil, &blocked)
            sigaction(SIGALRM, nil, &action)
            for signal in 1...31 as ClosedRange<Int32> where signal != SIGKILL && signal != SIGSTOP {
                let isBlocked = sigismember(&blocked, signal) == 1
                let isHeldBack = sigismember(&action.sa_mask, signal) == 1
                #expect(isBlocked == (signal != SIGALRM) && !isHeldBack, "\(signal)")
            }
            // Without a flag of glibc's own.
            #expect(action.sa_flags & ~0x0400_0000 == 0)
        }
    }
}

/// Both ends of a pipe that does not block, and has no room.
private func fullPipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(ends[1], block, block.count) > 0 {}
    return (ends[0], ends[1])
}
