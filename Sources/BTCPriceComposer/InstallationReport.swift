package import BTCPriceCore
import BTCPriceNetworking
import BTCPricePersistence
package import System

/// What a bug report needs besides the version.
package struct InstallationReport: Sendable {
    /// Such as `7.88.1 (OpenSSL/3.0.17)`, or why it cannot be loaded; nil if loading takes too long or no
    /// thread can be started.
    package let libcurl: String?
    /// The paths where certificates are looked up.
    package let certificates: [String]
    /// The cache directory, or why there is none.
    package let cache: Result<String, StoreError>

    /// - Parameter deadline: for loading libcurl, counted from the beginning of the run.
    package init(environment: Environment, deadline: Duration, clock: MonotonicClock) {
        let report = TimedCall.run(deadline: deadline, clock: clock) { CurlReport.load(environment) }
        libcurl = report?.library
        certificates = report?.certificates ?? []
        cache = Result { () throws(StoreError) in "\(try CacheDirectory(environment).path)" }
    }
}
