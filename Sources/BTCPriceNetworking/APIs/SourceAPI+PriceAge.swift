import BTCPriceCore

extension SourceAPI {
    /// An older price is rejected: trading has probably halted, or an HTTP cache has kept it. One that is further than this
    /// in the future is rejected too, since its age is unknown.
    var maxPriceAge: Duration { .seconds(900) }

    /// The age of a price is how long before the response's `Date` it was made, plus how long HTTP caches have kept the
    /// response. Without a `Date`, this machine's clock takes its place. A time that cannot be read is rejected too: the price
    /// could be of any age.
    func rejectOutdatedPrice(
        _ time: JSONValue?, _ head: ResponseHead, receivedAt now: Timestamp
    ) throws(PriceLoadingError) {
        var age = Duration.zero
        if let time, time != .null {
            guard let time = Timestamp(time) else { throw .invalidData("the time of the price cannot be read") }
            age = (head.date ?? now) - time
        }
        let doubt = head.date == nil ? ", or the clock of this machine is wrong" : ""
        guard age >= .zero - maxPriceAge else {
            throw .invalidData("price is \(Age(.zero - age)) in the future\(doubt)")
        }
        // An age by this machine's clock includes the time in HTTP caches already.
        let total = head.date == nil ? max(age, head.age) : max(.zero, age) + head.age
        guard total <= maxPriceAge else {
            throw .invalidData("price is \(Age(total)) old\(age > maxPriceAge ? doubt : "")")
        }
    }
}
