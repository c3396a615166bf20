import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(1))) struct ChannelTests {
    private let clock = MonotonicClock()

    @Test func receive_returnsTheItemsInTheOrderInWhichTheyWereSentEvenAfterTheDeadline() throws {
        let channel = try Channel<Int?>()
        for item in [1, nil, 3] { channel.send(item) }
        #expect(channel.receive() == .some(1))
        channel.send(4)
        for item in [nil, 3, 4] { #expect(channel.receive(until: .seconds(-1), on: clock) == .some(item)) }
        for deadline in [Duration.zero, .seconds(-1)] { #expect(channel.receive(until: deadline, on: clock) == nil) }
    }

    /// The deadline is counted from the beginning of the run, which is long ago here. With a timeout that is rounded down, or
    /// with a deadline on another clock, it would poll again and again.
    @Test func receive_whenNoItemComes_sleepsUntilTheDeadline() throws {
        let channel = try Channel<Int>()
        usleep(100_000)
        let deadline = clock.elapsed + .milliseconds(500)
        let spent = processorTime { #expect(channel.receive(until: deadline, on: clock) == nil) }
        let elapsed = clock.elapsed
        #expect(elapsed >= deadline && elapsed < deadline + .seconds(10))
        #expect(spent < .milliseconds(25))
    }

    @Test func receive_whileItWaits_getsWhatAnotherThreadSends() throws {
        let channel = try Channel<Int>()
        Thread.detachNewThread {
            usleep(20_000)
            channel.send(7)
            usleep(20_000)
            channel.send(8)
        }
        #expect(channel.receive(until: .seconds(3600), on: clock) == 7)
        #expect(channel.receive() == 8)
    }

    @Test func sendAndReceive_onManyThreads_returnEachItemOnce() throws {
        let (channel, received) = (try Channel<Int>(), Locked<[Int]>([]))
        DispatchQueue.concurrentPerform(iterations: 500) { channel.send($0) }
        DispatchQueue.concurrentPerform(iterations: 500) { _ in
            let item = channel.receive()
            received.withLock { $0.append(item) }
        }
        #expect(received.withLock { $0.sorted() } == Array(0..<500))
    }

    @Test func item_isReleasedWhenItHasBeenReceivedOrWithTheChannel() throws {
        let released = [Gate(), Gate()]
        func areReleased() -> [Bool] { released.map { $0.wait(seconds: 0) } }
        do {
            let channel = try Channel<Token>()
            for gate in released { channel.send(Token(gate)) }
            #expect(areReleased() == [false, false])
            #expect(channel.receive(until: .zero, on: clock) != nil)
            #expect(areReleased() == [true, false])
        }
        #expect(areReleased() == [true, true])
    }

    /// The sending thread is then the last one that uses the channel.
    @Test func item_whenSentAfterTheReceiverGaveUp_isReleasedWithTheChannel() throws {
        let (gate, released) = (Gate(), Gate())
        weak var abandoned: Channel<Token>?
        do {
            let channel = try Channel<Token>()
            abandoned = channel
            Thread.detachNewThread {
                gate.wait()
                channel.send(Token(released))
            }
            #expect(channel.receive(until: .zero, on: clock) == nil)
        }
        #expect(abandoned != nil)
        #expect(!released.wait(seconds: 0))
        gate.open()
        #expect(released.wait())
    }

    @Test func channel_whenReleased_closesItsDescriptors() async {
        await #expect(processExitsWith: .success) {
            leaveDescriptors(20)
            for _ in 0..<1000 {
                let channel = try Channel<Int>()
                channel.send(1)
            }
        }
    }

    @Test func receive_whenSignalsInterruptIt_keepsWaiting() async {
        await #expect(processExitsWith: .success) {
            let (channel, clock) = (try Channel<Int>(), MonotonicClock())
            try interruptThisThread(times: 100)
            let deadline = clock.elapsed + .milliseconds(150)
            expectEqual(channel.receive(until: deadline, on: clock), nil)
            expectEqual(clock.elapsed >= deadline, true)
            try interruptThisThread(times: 50)
            Thread.detachNewThread {
                usleep(100_000)
                channel.send(7)
            }
            expectEqual(channel.receive(), 7)
        }
    }
}
