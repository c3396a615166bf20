/// What each exchange sends when all is well, as much of it as anybody reads.
enum OkAnswer {
    /// A correct answer for the source whose path was asked; nil where no source asks for such a path.
    static func body(for request: Request, price: String?) -> String? {
        let binancePrice = price ?? "68901.23000000"
        let price = price ?? "68901.23"
        let bodies = [
            ("/api/v3/ticker/price?symbol=BTCUSDT", #"{"symbol":"BTCUSDT","price":"\#(binancePrice)"}"#),
            ("/api/v3/ticker/price?symbol=BTCEUR", #"{"symbol":"BTCEUR","price":"\#(binancePrice)"}"#),
            ("/data/generateAvg?fsym=BTC&tsym=", cryptoCompare(parameter("tsym", of: request), price)),
            ("/products/BTC-", #"{"ask":"1","bid":"1","trade_id":1,"price":"\#(price)"}"#),
            ("/0/public/Ticker?pair=XBT", kraken(parameter("pair", of: request), price)),
            ("/api/v2/ticker/btc", #"{"last":"\#(price)","timestamp":"1761594999"}"#),
        ]
        return bodies.first { request.target.contains($0.0) }?.1
    }

    private static func cryptoCompare(_ currency: String, _ price: String) -> String {
        #"{"RAW":{"MARKET":"CUSTOMAGG","FROMSYMBOL":"BTC","TOSYMBOL":"\#(currency)","PRICE":\#(price)}}"#
    }

    /// `XBTUSD` is answered under the name `XXBTZUSD`.
    private static func kraken(_ pair: String, _ price: String) -> String {
        #"{"error":[],"result":{"XXBTZ\#(pair.suffix(3))":{"c":["\#(price)","0.1"]}}}"#
    }

    private static func parameter(_ name: String, of request: Request) -> String {
        let query = request.target.split(separator: "?").last ?? ""
        let pair = query.split(separator: "&").first { $0.hasPrefix(name + "=") } ?? ""
        return String(pair.dropFirst(name.count + 1))
    }
}
