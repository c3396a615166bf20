/// The official currencies that CoinGecko quotes, but for BMD, which equals the dollar, MMK, whose official rate nobody
/// gets, and VEF, which is no longer in use.
package enum Currency: String, CaseIterable, Sendable {
    case aed, ars, aud, bdt, bhd, brl, cad, chf, clp, cny, czk, dkk, eur, gbp, gel, hkd, huf, idr, ils, inr, jpy, krw
    case kwd, lkr, mxn, myr, ngn, nok, nzd, php, pkr, pln, rub, sar, sek, sgd, thb, `try`, twd, uah, usd, vnd, zar

    /// The currency of a run if the user chooses none.
    package static let `default` = Currency.usd

    /// ISO 4217, in upper case. Not by `String.uppercased`, which would bring tables of 34 KiB into the binary.
    package var code: String { String(decoding: rawValue.utf8.map { $0.uppercased }, as: UTF8.self) }

    package var lowercasedCode: String { rawValue }

    /// The case of the letters does not matter.
    package init?(code text: some Collection<UInt8>) {
        guard let currency = Currency.allCases.first(where: { text.equalsIgnoringCase($0.rawValue) }) else {
            return nil
        }
        self = currency
    }
}
