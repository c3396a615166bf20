import Testing

/// What every implementation of a port does, the file and the test doubles alike. A test applies the rules of a contract:
///
///     @Test(arguments: PriceStoreContract.rules)
///     func priceStore_keepsItsContract(_ rule: ContractRule<PriceStoreContract.Stores>) throws {
///         try rule.check { currency in … }
///     }
package struct ContractRule<Subject>: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    /// Checks an implementation that contains nothing yet, and records what breaks the rule.
    package let check: @Sendable (Subject) throws -> Void

    init(_ description: String, check: @escaping @Sendable (Subject) throws -> Void) {
        testDescription = description
        self.check = check
    }
}
