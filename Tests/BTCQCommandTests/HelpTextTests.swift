import Testing

@testable import BTCQCommand

/// What stands around the tables, word for word; the tables themselves are held against the manual.
@Suite struct HelpTextTests {
    @Test func beginning_saysWhatIsAskedAndWhatIsPrinted() {
        #expect(
            HelpText.text.hasPrefix(
                """
                Usage: btcq [options]

                Prints the price of one bitcoin. Asks a primary source, then a fallback; when
                neither answers in time, prints the cached quote with status 3.


                """))
    }

    @Test func end_saysWhatIsMeantByThem() {
        #expect(
            HelpText.text.hasSuffix(
                """

                A DURATION is a number and ms, s, m, h or d; seconds without a unit.
                Of the sources above, the first two that have the currency are asked, unless
                you name others; one that wants a key only with its key.
                The manual says more: man btcq

                """))
    }
}
