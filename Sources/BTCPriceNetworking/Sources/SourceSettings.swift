package import BTCPriceCore
package import Platform

/// The base URL and the key of a source, as the environment sets them.
package struct SourceSettings: Sendable {
    /// The source at this base URL.
    package let id: SourceID
    let baseURL: String
    let key: String?

    package init(of exchange: any Exchange, _ environment: Environment) throws(SourceSettingsError) {
        key = try Self.key(of: exchange, environment)
        let variable = exchange.urlVariable
        do throws(BaseURLError) {
            baseURL = try environment.value(variable).map(BaseURL.checked) ?? exchange.baseURL
        } catch {
            throw SourceSettingsError(variable: variable, reason: error.rawValue)
        }
        id = SourceID(name: exchange.source.name, baseURL: baseURL)
    }

    private static func key(
        of exchange: any Exchange, _ environment: Environment
    ) throws(SourceSettingsError) -> String? {
        guard let variable = exchange.source.keyVariable, let bytes = environment.value(variable) else { return nil }
        let key = String(decoding: bytes, as: UTF8.self)
        guard key.utf8.elementsEqual(bytes) else {
            throw SourceSettingsError(variable: variable, reason: "not UTF-8")
        }
        guard !key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw SourceSettingsError(variable: variable, reason: "control characters are not allowed")
        }
        return key
    }
}
