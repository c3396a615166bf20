import BTCPriceCore

/// Tells how old the price in a response is, by up to three times: that of the price, the source's (`Date`), and this
/// machine's.
///
/// If the first and the last agree, `Date` does not count for the age, since a mirror or a proxy may have written it by
/// a wrong clock.
struct PriceAge {
    /// An older price is rejected: trading has probably halted, or an HTTP cache has kept it. One that is further than
    /// this in the future is rejected too, since its age is unknown.
    private static let limit = Duration.seconds(900)

    /// Nil if the source does not send it.
    private let priceTime: Timestamp?
    private let head: ResponseHead
    private let now: Timestamp
    /// Nil if there is none, or if it is not needed.
    private let date: Timestamp?

    /// - Parameters:
    ///   - priceTime: as the source sends it.
    ///   - now: the time of receipt.
    init(
        of priceTime: JSONValue?, _ head: ResponseHead, receivedAt now: Timestamp
    ) throws(PriceLoadingError) {
        var time: Timestamp?
        if let priceTime, priceTime != .null {
            time = Timestamp(priceTime)
            // The price could be of any age.
            if time == nil { throw .invalidData("the time of the price cannot be read") }
        }
        self.priceTime = time
        self.head = head
        self.now = now
        let clocksAgree = time.map { Self.agree(now, $0, within: Self.limit) } ?? false
        date = clocksAgree ? nil : head.date
    }

    /// Throws if the price is too old, or too far in the future: by `date`, or by this machine's clock if that is nil.
    func check() throws(PriceLoadingError) {
        let age = priceTime.map { (date ?? now) - $0 } ?? .zero
        let doubt = date == nil ? ", or the clock of this machine is wrong" : ""
        guard age >= .zero - Self.limit else {
            throw .invalidData("price is \(Age(.zero - age)) in the future\(doubt)")
        }
        // By `Date`, `age` is the age at sending, so the time in caches is added. By this machine's clock, it is the
        // age now.
        let total = date != nil ? max(.zero, age) + timeInCaches : max(age, timeInCaches)
        guard total <= Self.limit else {
            throw .invalidData("price is \(Age(total)) old\(age > Self.limit ? doubt : "")")
        }
    }

    /// When the response was sent, if that is long ago by this machine's clock.
    var sentLongAgo: Doubt.SendingTime? {
        guard let date, now - date > Self.limit else { return nil }
        return Doubt.SendingTime(date: date, clockAtReceipt: date + timeInCaches)
    }

    /// A lower bound of the source's time minus this machine's; zero if it is not known, or if this machine's clock is
    /// right by the time of the price.
    var clockDifference: Duration {
        if let priceTime, Self.agree(now, priceTime, within: Timestamp.maxClockDifference) { return .zero }
        return head.clockDifference(receivedAt: now)
    }

    /// By `Age`, or by a second `Date` in the response.
    private var timeInCaches: Duration { date == nil ? head.age : max(head.age, head.timeBetweenDates) }

    private static func agree(_ first: Timestamp, _ second: Timestamp, within limit: Duration) -> Bool {
        max(first - second, second - first) < limit
    }
}
