package import BTCPriceCore
package import Platform

/// What the environment says of a source: where it is asked, with which key, and through which proxy.
package struct SourceVariables: Sendable {
    package let endpoint: Endpoint
    /// Without a trailing slash.
    let baseURL: String
    let apiKey: String?
    /// Not used if `no_proxy` excludes the host. Nil if none is set, and for `http`, which `BaseURL` allows for
    /// loopback hosts only.
    let proxy: ProxyVariable?

    /// Without variables: the source's own URL, no key, no proxy.
    package init(of api: any SourceAPI, _ environment: Environment) throws(InvalidVariable) {
        apiKey = try Self.apiKey(of: api, environment)
        if let url = environment.value(api.urlVariable) {
            baseURL = try BaseURL.checked(url, from: api.urlVariable)
        } else {
            baseURL = api.baseURL
        }
        proxy = baseURL.hasPrefix("http://") ? nil : ProxyVariable(environment)
        endpoint = Endpoint(sourceName: api.name, key: "\(baseURL.utf8.fnv1a)")
    }

    private static func apiKey(
        of api: any SourceAPI, _ environment: Environment
    ) throws(InvalidVariable) -> String? {
        guard let variable = api.keyVariable, let bytes = environment.value(variable) else { return nil }
        guard let key = String(validating: bytes, as: UTF8.self) else {
            throw InvalidVariable(variable: variable, reason: "not UTF-8")
        }
        guard !key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw InvalidVariable(variable: variable, reason: "control characters are not allowed")
        }
        return key
    }
}
