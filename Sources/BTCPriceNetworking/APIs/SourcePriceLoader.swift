package import BTCPriceCore
package import Platform

package final class SourcePriceLoader: PriceLoader {
    package let endpoint: Endpoint
    package let plannedRequest: RequestDetails

    private let api: any SourceAPI
    private let pair: TradingPair
    private let hasKey: Bool
    private let request: HTTPRequest
    private let client: any HTTPClient
    private let now: @Sendable () -> Timestamp

    /// Throws if the variable with the base URL or the key of the source is invalid.
    ///
    /// - Parameters:
    ///   - prefersIPv4: over IPv4 first; from libcurl 8.22 on without effect.
    ///   - now: called when a response has come, for the time of receipt.
    package init(
        _ api: any SourceAPI, _ pair: TradingPair, prefersIPv4: Bool, client: any HTTPClient,
        environment: Environment, now: @escaping @Sendable () -> Timestamp
    ) throws(InvalidVariable) {
        let variables = try SourceVariables(of: api, environment)
        self.api = api
        self.pair = pair
        endpoint = variables.endpoint
        hasKey = variables.apiKey != nil
        request = HTTPRequest(
            url: variables.baseURL + api.target(for: pair), headers: variables.apiKey.map(api.headers) ?? [],
            urlVariable: api.urlVariable, proxy: variables.proxy, prefersIPv4: prefersIPv4,
            readsBodyOfRateLimit: api.reportsEndOfRateLimit)
        let note = "at \(TerminalText.limited(variables.baseURL.utf8))"
        plannedRequest = RequestDetails(
            notes: variables.baseURL == api.baseURL ? [] : [note], possibleCause: variables.proxy?.text)
        self.client = client
        self.now = now
    }

    package func load() -> SourceReport {
        var details = plannedRequest
        do throws(PriceLoadingError) {
            let response = try client.get(request, &details)
            let (result, clockDifference) = api.result(of: response, for: pair, hasKey: hasKey, receivedAt: now())
            details.clockDifference = clockDifference
            // The reason for a failure or a doubt is in the response, which a user can look at.
            if case .quote = result {} else { details.notes.append("see curl '\(request.url)'") }
            return SourceReport(endpoint, result, details)
        } catch {
            return SourceReport(endpoint, .failure(error), details)
        }
    }
}
