package import BTCPriceCore
import BTCPriceNetworking

/// A source as the command line offers it. It leads to the code that asks it, which only the composer sees.
package final class AppSource: Source {
    let api: any SourceAPI

    package let name: String
    package let host: String
    package let pairs: [TradingPair]
    package let keyVariable: String?

    init(_ api: any SourceAPI) {
        self.api = api
        name = api.name
        host = api.host
        pairs = api.pairs
        keyVariable = api.keyVariable
    }
}
