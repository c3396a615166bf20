import CRuntime

/// Hands items from thread to thread. Whoever holds it keeps it alive: also a thread that comes too late.
final class Mailbox<Item: Sendable>: @unchecked Sendable {
    private final class Parcel {
        let item: Item

        init(_ item: Item) {
            self.item = item
        }
    }

    private let box: OpaquePointer

    /// Nil when memory is out.
    init?(capacity: Int) {
        guard let box = crt_mailbox_create(capacity) else { return nil }
        self.box = box
    }

    deinit {
        while take(until: 0) != nil {}
        crt_mailbox_destroy(box)
    }

    /// Whether there was room for it.
    @discardableResult
    func put(_ item: Item) -> Bool {
        let parcel = Unmanaged.passRetained(Parcel(item))
        let fits = crt_mailbox_put(box, parcel.toOpaque())
        if !fits { parcel.release() }
        return fits
    }

    /// The oldest item; waits for one until `moment` on the clock of `CRuntime`.
    func take(until moment: Int64) -> Item? {
        crt_mailbox_take(box, moment).map { Unmanaged<Parcel>.fromOpaque($0).takeRetainedValue().item }
    }
}
