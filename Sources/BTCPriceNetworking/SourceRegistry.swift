/// Every source there is, in the order in which defaults are taken.
public enum SourceRegistry {
    /// A new source is one more line here.
    public static let loaders: [any ExchangePriceLoader.Type] = [
        BinancePriceLoader.self,
        CryptoComparePriceLoader.self,
        CoinbasePriceLoader.self,
        KrakenPriceLoader.self,
        BitstampPriceLoader.self,
    ]

    /// What is known of each source.
    public static var exchanges: [Exchange] { loaders.map { $0.exchange } }

    /// The source of that name.
    public static func loader(named name: String) -> (any ExchangePriceLoader.Type)? {
        loaders.first { $0.exchange.name == name }
    }
}
