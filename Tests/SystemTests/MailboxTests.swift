import CSystem
import Foundation
import TestSupport
import Testing

@testable import BTCPriceComposer

@Suite(.timeLimit(.minutes(1))) struct MailboxTests {
    @Test func items_areTakenInTheOrderInWhichTheyWerePut() throws {
        let mailbox = try #require(Mailbox<Int>(capacity: 3))
        for item in 1...3 { #expect(mailbox.put(item)) }
        #expect(mailbox.take(until: 0) == 1)
        #expect(mailbox.put(4))
        #expect([mailbox.take(until: 0), mailbox.take(until: 0), mailbox.take(until: 0)] == [2, 3, 4])
        #expect(mailbox.take(until: 0) == nil)
    }

    @Test func fullMailbox_takesNoMore() throws {
        let mailbox = try #require(Mailbox<Int>(capacity: 1))
        #expect(mailbox.put(1))
        #expect(!mailbox.put(2))
        #expect(mailbox.take(until: 0) == 1)
        #expect(mailbox.put(3))
        #expect(mailbox.take(until: 0) == 3)
        #expect(try #require(Mailbox<Int>(capacity: 0)).put(1) == false)
    }

    @Test func emptyMailbox_isWaitedForUntilTheMoment() throws {
        let mailbox = try #require(Mailbox<Int>(capacity: 1))
        let moment = csystem_now() + 20_000_000
        #expect(mailbox.take(until: moment) == nil)
        #expect(csystem_now() >= moment)
        #expect(csystem_now() < moment + 10_000_000_000)
    }

    /// Were the moment taken for one of another clock, it would have passed, and the reader look again and again.
    @Test func waitingReader_sleeps() throws {
        let mailbox = try #require(Mailbox<Int>(capacity: 1))
        let moment = csystem_now() + 500_000_000
        let spent = processorTime { #expect(mailbox.take(until: moment) == nil) }
        #expect(csystem_now() >= moment)
        #expect(spent < .milliseconds(25))
    }

    @Test func waitingReader_getsWhatAnotherThreadPuts() throws {
        let mailbox = try #require(Mailbox<Int>(capacity: 1))
        Thread.detachNewThread { mailbox.put(7) }
        #expect(mailbox.take(until: .max) == 7)
    }

    @Test func manyWriters_loseNothing() throws {
        let mailbox = try #require(Mailbox<Int>(capacity: 100))
        DispatchQueue.concurrentPerform(iterations: 100) { mailbox.put($0) }
        let items = (0..<100).compactMap { _ in mailbox.take(until: 0) }
        #expect(items.sorted() == Array(0..<100))
    }

    @Test func items_areReleasedWithTheMailboxAndWhereTheyDoNotFit() throws {
        final class Item: Sendable {}
        weak var kept: Item?
        weak var alsoKept: Item?
        weak var refused: Item?
        weak var taken: Item?
        do {
            let mailbox = try #require(Mailbox<Item>(capacity: 2))
            do {
                let item = Item()
                taken = item
                mailbox.put(item)
                #expect(mailbox.take(until: 0) != nil)
            }
            #expect(taken == nil)
            do {
                let (first, second, third) = (Item(), Item(), Item())
                (kept, alsoKept, refused) = (first, second, third)
                mailbox.put(first)
                mailbox.put(second)
                mailbox.put(third)
            }
            #expect(kept != nil)
            #expect(alsoKept != nil)
            #expect(refused == nil)
        }
        #expect(kept == nil)
        #expect(alsoKept == nil)
    }

    /// In a process of its own: memory is all tests'. Of 300,000 boxes it would be 100 MiB.
    @Test(.disabled(if: isSanitized, "a sanitizer keeps what is freed"))
    func box_givesBackItsMemory() async {
        await #expect(processExitsWith: .success) {
            func use(_ count: Int) throws {
                for _ in 0..<count { _ = try #require(Mailbox<Int>(capacity: 32)) }
            }
            try use(100)
            let before = try #require(peakMemory())
            try use(300_000)
            #expect(try #require(peakMemory()) - before < 16 << 20)
        }
    }
}
