import BTCPriceCore
import System

/// The base URL and the key of a source, as the environment sets them.
struct SourceSettings: Sendable {
    let baseURL: String
    let key: String?

    init(of exchange: any Exchange, _ environment: Environment) throws(SourceSettingsError) {
        key = try Self.key(of: exchange, environment)
        let variable = exchange.urlVariable
        do throws(BaseURLError) {
            baseURL = try environment.value(variable).map(BaseURL.checked) ?? exchange.baseURL
        } catch {
            throw .invalidURL(variable: variable, error)
        }
    }

    private static func key(
        of exchange: any Exchange, _ environment: Environment
    ) throws(SourceSettingsError) -> String? {
        guard let variable = exchange.keyVariable, let bytes = environment.value(variable) else { return nil }
        let key = String(decoding: bytes, as: UTF8.self)
        guard key.utf8.elementsEqual(bytes) else { throw .keyIsNotUTF8(variable: variable) }
        guard !key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .keyHasControlCharacter(variable: variable)
        }
        return key
    }
}

/// What is wrong with the environment of a source. The value of a key is never repeated.
package enum SourceSettingsError: Error, Equatable {
    case invalidURL(variable: String, BaseURLError)
    case keyIsNotUTF8(variable: String)
    case keyHasControlCharacter(variable: String)
}
