import BTCPriceCore
import BTCPriceNetworking
import Platform

/// A variable that sets the base URL or the key of a source has an invalid value.
package struct SourceSettingsError: Error, Equatable {
    package let variable: String
    /// Such as `user information is not allowed`. Contains nothing of the value.
    package let reason: String

    package init(variable: String, reason: String) {
        self.variable = variable
        self.reason = reason
    }
}

extension SourceSettings {
    /// Reads the base URL and the key from the environment. Without them: the exchange's own URL, no key.
    init(of exchange: any Exchange, _ environment: Environment) throws(SourceSettingsError) {
        let variable = exchange.urlVariable
        let key = try Self.key(of: exchange, environment)
        do throws(BaseURLError) {
            let baseURL = try environment.value(variable).map(BaseURL.checked)
            self.init(of: exchange, baseURL: baseURL, key: key)
        } catch {
            throw SourceSettingsError(variable: variable, reason: error.rawValue)
        }
    }

    private static func key(
        of exchange: any Exchange, _ environment: Environment
    ) throws(SourceSettingsError) -> String? {
        guard let variable = exchange.source.keyVariable, let bytes = environment.value(variable) else { return nil }
        guard let key = String(validating: bytes, as: UTF8.self) else {
            throw SourceSettingsError(variable: variable, reason: "not UTF-8")
        }
        guard !key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw SourceSettingsError(variable: variable, reason: "control characters are not allowed")
        }
        return key
    }
}
