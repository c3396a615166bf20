import BTCPriceCore
import BTCPriceNetworking
import Platform

/// The value of `variable`, an environment variable that sets the base URL or the key of a source, is not valid.
package struct SourceSettingsError: Error, Equatable {
    package let variable: String
    /// What is wrong, such as `user information is not allowed`. It contains nothing of the value.
    package let reason: String

    package init(variable: String, reason: String) {
        self.variable = variable
        self.reason = reason
    }
}

extension SourceSettings {
    /// The base URL and the key as the environment sets them; for a variable that is unset or empty, the exchange's own base URL,
    /// or no key. Throws if a value is not valid.
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
