import Testing

@testable import BTCPriceNetworking

@Suite struct ReceivedResponseTests {
    /// The body of any other error may report a rate limit.
    @Test(arguments: [
        (200, false), (403, false), (405, false), (500, false), (418, true), (429, true), (451, true),
    ])
    func append_whenTheHeadIsComplete_endsTheTransferIfTheBodyDoesNotMatter(_ status: Int, _ ends: Bool) {
        var response = ReceivedResponse()
        let accepted = Array("\r\n".utf8).withUnsafeBytes { response.append(header: $0, status: status) }
        #expect(accepted == (ends ? 0 : 2))
    }
}
