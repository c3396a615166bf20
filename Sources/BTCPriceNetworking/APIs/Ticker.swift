import BTCPriceCore

/// What a response says of its market.
package struct Ticker {
    let price: Price
    /// Nil if there is none, or none that can be read.
    var earlierPrice: EarlierPrice?
    /// The field with the time of the price, unparsed; nil if the source sends none.
    var time: JSONValue?
}
