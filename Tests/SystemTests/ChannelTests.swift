import Foundation
import TestSupport
import Testing

@testable import System

@Suite(.timeLimit(.minutes(1))) struct ChannelTests {
    private let clock = MonotonicClock()

    @Test func receive_returnsTheItemsInTheOrderInWhichTheyWereSent() throws {
        let channel = try Channel<Int>()
        for item in 1...3 { channel.send(item) }
        #expect(channel.receive() == 1)
        channel.send(4)
        for item in 2...4 { #expect(channel.receive() == item) }
        #expect(channel.receive(until: .zero, on: clock) == nil)
    }

    @Test func receive_ofAnOptionalItem_distinguishesNilFromNoItem() throws {
        let channel = try Channel<Int?>()
        channel.send(nil)
        #expect(channel.receive(until: .zero, on: clock) == .some(nil))
        #expect(channel.receive(until: .zero, on: clock) == nil)
    }

    @Test func receive_whenTheDeadlineHasPassed_stillReturnsAnItemThatIsThere() throws {
        let channel = try Channel<Int>()
        channel.send(7)
        #expect(channel.receive(until: .seconds(-1), on: clock) == 7)
        #expect(channel.receive(until: .seconds(-1), on: clock) == nil)
    }

    /// Counted from the beginning of the run, which is long ago here.
    @Test func receive_whenNoItemComes_endsAtTheDeadline() throws {
        let channel = try Channel<Int>()
        Thread.sleep(forTimeInterval: 0.1)
        let deadline = clock.elapsed + .milliseconds(20)
        #expect(channel.receive(until: deadline, on: clock) == nil)
        #expect(clock.elapsed >= deadline)
        #expect(clock.elapsed < deadline + .seconds(10))
    }

    /// With a timeout that is rounded down, or with a deadline on another clock, it would poll again and again.
    @Test func receive_whileItWaits_sleeps() throws {
        let channel = try Channel<Int>()
        let deadline = clock.elapsed + .milliseconds(500)
        let spent = processorTime { #expect(channel.receive(until: deadline, on: clock) == nil) }
        #expect(clock.elapsed >= deadline)
        #expect(spent < .milliseconds(25))
    }

    @Test func receive_whileItWaits_getsWhatAnotherThreadSends() throws {
        let channel = try Channel<Int>()
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.02)
            channel.send(7)
            Thread.sleep(forTimeInterval: 0.02)
            channel.send(8)
        }
        #expect(channel.receive(until: .seconds(3600), on: clock) == 7)
        #expect(channel.receive() == 8)
    }

    @Test func send_fromManyThreads_losesNothing() throws {
        let channel = try Channel<Int>()
        DispatchQueue.concurrentPerform(iterations: 500) { channel.send($0) }
        let items = (0..<500).compactMap { _ in channel.receive(until: .zero, on: clock) }
        #expect(items.sorted() == Array(0..<500))
    }

    @Test func receive_onManyThreads_returnsEachItemOnce() throws {
        let (channel, received) = (try Channel<Int>(), Locked<[Int]>([]))
        for item in 0..<500 { channel.send(item) }
        DispatchQueue.concurrentPerform(iterations: 500) { _ in
            let item = channel.receive()
            received.withLock { $0.append(item) }
        }
        #expect(received.withLock { $0.sorted() } == Array(0..<500))
    }

    @Test func item_isReleasedWhenItHasBeenReceived() throws {
        let channel = try Channel<Item>()
        weak var received: Item?
        do {
            let item = Item()
            received = item
            channel.send(item)
        }
        #expect(received != nil)
        #expect(channel.receive(until: .zero, on: clock) === received)
        #expect(received == nil)
    }

    @Test func item_whenNotReceived_isReleasedWithTheChannel() throws {
        weak var first: Item?
        weak var second: Item?
        do {
            let channel = try Channel<Item>()
            do {
                let items = [Item(), Item()]
                (first, second) = (items[0], items[1])
                items.forEach(channel.send)
            }
            #expect(first != nil)
            #expect(second != nil)
        }
        #expect(first == nil)
        #expect(second == nil)
    }

    /// The sending thread is then the last one that uses the channel.
    @Test func item_whenSentAfterTheReceiverGaveUp_isReleasedWithTheChannel() throws {
        let (gate, released) = (Gate(), Gate())
        weak var abandoned: Channel<Item>?
        do {
            let channel = try Channel<Item>()
            abandoned = channel
            Thread.detachNewThread {
                gate.wait()
                channel.send(Item { released.open() })
            }
            #expect(channel.receive(until: .zero, on: clock) == nil)
        }
        #expect(abandoned != nil)
        #expect(!released.wait(seconds: 0))
        gate.open()
        #expect(released.wait())
    }

    /// In a process of its own, since the limit applies to all tests of one.
    @Test func channel_whenNoDescriptorIsLeft_throwsAnErrorThatNamesIt() async {
        await #expect(processExitsWith: .success) {
            let used = leaveDescriptors(1)
            let error = #expect(throws: SystemError.self) { try Channel<Int>() }
            #expect(error == SystemError(code: EMFILE))
            #expect(error.map { "\($0)" } == "no file descriptor is left")
            // With a second one left there is a channel.
            used.last.map { _ = close($0) }
            try Channel<Int>().send(1)
        }
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

    @Test func descriptors_areNotInheritedByOtherPrograms() async {
        await #expect(processExitsWith: .success) {
            let before = Set(openDescriptors())
            let channel = try Channel<Int>()
            let own = openDescriptors().filter { !before.contains($0) }
            #expect(own.count == 2)
            for descriptor in own { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
            channel.send(1)
        }
    }

    @Test func receive_whenSignalsInterruptIt_keepsWaiting() async {
        await #expect(processExitsWith: .success) {
            let (channel, clock) = (try Channel<Int>(), MonotonicClock())
            try interruptThisThread(times: 100)
            let deadline = clock.elapsed + .milliseconds(150)
            #expect(channel.receive(until: deadline, on: clock) == nil)
            #expect(clock.elapsed >= deadline)
            try interruptThisThread(times: 50)
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.1)
                channel.send(7)
            }
            #expect(channel.receive() == 7)
        }
    }
}

private final class Item: Sendable {
    private let released: @Sendable () -> Void

    init(released: @escaping @Sendable () -> Void = {}) {
        self.released = released
    }

    deinit { released() }
}
