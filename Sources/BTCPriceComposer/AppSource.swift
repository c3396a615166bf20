package import BTCPriceCore
import BTCPriceNetworking

/// A source as the command line offers it. Only the composer sees `api`, which says how to ask the source.
package final class AppSource: Source {
    let api: any SourceAPI

    init(_ api: any SourceAPI) {
        self.api = api
    }

    package var name: String { api.name }
    package var pairs: [TradingPair] { api.pairs }
    package var host: String { api.host }
    /// The variable with its key; nil if it needs none.
    package var keyVariable: String? { api.keyVariable }
}
