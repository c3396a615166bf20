#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Date {
    /// The last millisecond of the year 9999, the latest that four digits of a year can say.
    static let latestMillisecond: Int64 = 253_402_300_799_999

    /// Whole milliseconds since 1970, within 1970 and 9999 whatever the clock says.
    public var millisecondsSince1970: Int64 {
        let milliseconds = timeIntervalSince1970 * 1000
        guard milliseconds > 0 else { return 0 }
        guard milliseconds < Double(Self.latestMillisecond) else { return Self.latestMillisecond }
        // A Date counts seconds in binary: 0.123 may come back as 122.99999 milliseconds.
        return Int64((milliseconds + 0.001).rounded(.down))
    }

    /// The moment so many milliseconds after 1970 began.
    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
