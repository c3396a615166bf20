/// Why a quote is not printed unless another source confirms it: its price is doubtful, its time, or both.
package struct Doubt: Equatable, Sendable {
    /// When a response was sent, by the clock of its source.
    package struct SendingTime: Equatable, Sendable {
        package let date: Timestamp
        /// What that clock said when the response was received, as far as that is known.
        let clockAtReceipt: Timestamp

        package init(date: Timestamp, clockAtReceipt: Timestamp) {
            self.date = date
            self.clockAtReceipt = clockAtReceipt
        }
    }

    /// By price: the one that the quote contradicts (`EarlierPrice.isContradicted`).
    package let earlierPrice: EarlierPrice?
    /// By time: the response was sent long ago, if this machine's clock is right.
    package let sent: SendingTime?

    /// Nil if both are nil.
    package init?(byPrice earlierPrice: EarlierPrice?, byTime sent: SendingTime?) {
        guard earlierPrice != nil || sent != nil else { return nil }
        self.earlierPrice = earlierPrice
        self.sent = sent
    }
}
