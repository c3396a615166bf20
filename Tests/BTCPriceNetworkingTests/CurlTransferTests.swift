import Testing

@testable import BTCPriceNetworking

@Suite struct CurlTransferTests {
    /// A server may be a third of a second away, however late its name was found.
    @Test(arguments: [(0.1, 4), (3.5, 4), (4.5, 5)])
    func connectDeadline_leavesHalfASecondAfterTheName(_ lookup: Double, _ deadline: Double) {
        #expect(CurlTransfer.connectDeadline(.seconds(4), lookup: .seconds(lookup)) == .seconds(deadline))
    }
}
