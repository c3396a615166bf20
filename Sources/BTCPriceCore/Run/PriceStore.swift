/// Stores the last quote of each source in one currency.
package protocol PriceStore: AnyObject, Sendable {
    /// The stored quotes; empty if nothing is stored. Throws if the stored data cannot be read.
    func retrieve() throws(StoreError) -> [PriceQuote]

    /// Replaces the stored quotes with the result of `change`, or keeps them if the result is nil; if possible in one step with
    /// respect to other writers. Data that cannot be read counts as empty. Throws if the result cannot be written.
    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError)
}
