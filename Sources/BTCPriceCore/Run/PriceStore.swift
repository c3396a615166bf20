/// The last quote of each source in one currency.
package protocol PriceStore: AnyObject, Sendable {
    /// The quotes that can be read; an error if there can be no cache (`StoreError.disabled`), or if not all of it can
    /// be read. That nothing has been stored yet is no error.
    func retrieve() -> (quotes: [PriceQuote], error: StoreError?)

    /// Replaces the quotes with the result of `change`, unless that is nil; in one step if possible. What cannot be
    /// read counts as absent.
    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError)
}
