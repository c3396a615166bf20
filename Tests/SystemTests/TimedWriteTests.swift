import System
import TestSupport
import Testing

/// A timed write changes how the process handles signals, so each test has a process of its own.
@Suite(.timeLimit(.minutes(1))) struct TimedWriteTests {
    @Test func write_whenThereIsRoom_writesTheBytes() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            TimedWrite.write(Array("btcq: no quote\n".utf8), to: ends[1], timeout: .milliseconds(900))
            close(ends[1])
            #expect(try FileDescriptor.readAll(ends[0], atMost: 100) == Array("btcq: no quote\n".utf8))
        }
    }

    @Test func write_whenTheReaderHasGone_returnsAtOnceAndLeavesNoAlarm() async {
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try fullPipe()
            close(reading)
            let clock = MonotonicClock()
            TimedWrite.write([0], to: writing, timeout: .milliseconds(900))
            #expect(alarm(0) == 0)
            #expect(clock.elapsed < .milliseconds(900))
        }
    }

    @Test func write_whenTheDescriptorIsClosed_returnsAtOnce() async {
        await #expect(processExitsWith: .success) {
            let clock = MonotonicClock()
            TimedWrite.write([0], to: -1, timeout: .milliseconds(900))
            #expect(clock.elapsed < .milliseconds(900))
        }
    }

    @Test func write_whenAFullPipeDoesNotBlock_sleepsUntilTheTimeout() async {
        await #expect(processExitsWith: .success) {
            let (_, writing) = try fullPipe()
            let clock = MonotonicClock()
            let spent = processorTime { TimedWrite.write([0], to: writing, timeout: .milliseconds(500)) }
            // It measures the time in milliseconds, rounded down.
            #expect(clock.elapsed >= .milliseconds(499))
            #expect(clock.elapsed < .seconds(30))
            #expect(spent < .milliseconds(25))
        }
    }

    /// The caller may have blocked the alarm. The other signals stay blocked, and the handler blocks none.
    @Test func write_unblocksTheAlarmAndNoOtherSignal() async {
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try fullPipe()
            close(reading)
            var (blocked, action) = (sigset_t(), sigaction())
            sigfillset(&blocked)
            pthread_sigmask(SIG_SETMASK, &blocked, nil)
            TimedWrite.write([0], to: writing, timeout: .milliseconds(20))
            pthread_sigmask(SIG_SETMASK, nil, &blocked)
            sigaction(SIGALRM, nil, &action)
            for signal in 1...31 as ClosedRange<Int32> where signal != SIGKILL && signal != SIGSTOP {
                let isBlocked = sigismember(&blocked, signal) == 1
                let isBlockedByHandler = sigismember(&action.sa_mask, signal) == 1
                #expect(isBlocked == (signal != SIGALRM) && !isBlockedByHandler, "\(signal)")
            }
            // Without a flag of glibc's own.
            #expect(action.sa_flags & ~0x0400_0000 == 0)
        }
    }
}
