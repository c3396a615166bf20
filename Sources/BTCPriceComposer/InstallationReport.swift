package import BTCPriceCore
import BTCPricePersistence
import Curl
package import Platform

/// What a bug report needs besides the version.
package struct InstallationReport {
    /// The version, such as `7.88.1 (OpenSSL/3.0.17)`, or why libcurl cannot be loaded.
    package let libcurl: String
    /// The paths where certificates are looked up.
    package let certificates: String
    /// The cache directory, or why there is none.
    package let cache: Result<String, StoreError>

    /// Loads libcurl, however long that takes.
    package init(_ environment: Environment) {
        (libcurl, certificates) = CurlHTTPClient.installation(environment)
        cache = CacheDirectory(environment).path.map { "\($0)" }
    }
}
