import Testing

@testable import BTCPriceNetworking

@Suite struct CurlCodeTests {
    /// CURLE_NOT_BUILT_IN and CURLE_UNKNOWN_OPTION of curl/curl.h. No libcurl at hand returns the former.
    @Test func ignoringUnsupported_whenOptionIsUnsupported_isSuccess() {
        let codes = Int32(-1)...101
        #expect(codes.filter { CurlCode.ignoringUnsupported($0) == 0 } == [0, 4, 48])
        #expect(codes.filter { ![4, 48].contains($0) }.allSatisfy { CurlCode.ignoringUnsupported($0) == $0 })
    }
}
