import BTCPriceCore
import Foundation
import System
import Testing

@Suite struct WallClockTests {
    @Test func now_isTheTimeOfTheSystem() {
        let before = Int64(Date().timeIntervalSince1970 * 1000)
        let now = WallClock.now().milliseconds
        let after = Int64((Date().timeIntervalSince1970 * 1000).rounded(.up))
        #expect((before...after).contains(now))
    }
}
