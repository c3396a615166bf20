import BTCPriceCore

extension QuoteFormatter {
    package static func template(_ template: Template) -> QuoteFormatter {
        QuoteFormatter(name: "template", summary: "the user's own format") { delivered, decimals in
            template.bytes(of: template.pieces, delivered, RenderPriceAndTimestamp(decimals: decimals))
        }
    }
}

extension Template {
    fileprivate func bytes(
        of pieces: [Piece], _ delivered: DeliveredQuote, _ render: RenderPriceAndTimestamp
    ) -> [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .text(let bytes): bytes
            // The only placeholder to which `--decimals` applies.
            case .value(.price, decimals: nil): Array(render.execute(delivered.quote).price.utf8)
            case .value(let placeholder, let decimals): Array(value(of: placeholder, decimals, in: delivered).utf8)
            case .conditional(let condition, let pieces):
                isTrue(condition, for: delivered) ? bytes(of: pieces, delivered, render) : []
            }
        }
    }

    private func isTrue(_ condition: Condition, for delivered: DeliveredQuote) -> Bool {
        switch condition {
        case .stale: delivered.isStale
        case .cached: delivered.isCached
        case .fresh: !delivered.isStale
        case .up: delivered.quote.change?.isUp == true
        case .down: delivered.quote.change?.isDown == true
        }
    }

    private func value(of placeholder: Placeholder, _ decimals: DecimalPlaces?, in delivered: DeliveredQuote) -> String
    {
        let quote = delivered.quote
        let digits = decimals.map { quote.price.digits.roundedNeverToZero(to: $0.count) } ?? quote.price.digits
        return switch placeholder {
        case .price: digits.amount(of: quote.currency)
        case .number: digits.description
        case .sats: quote.price.satoshis(decimals: decimals?.count).description
        case .change: quote.change?.description ?? ""
        case .currency: quote.currency.code
        case .pair: quote.pair
        case .timestamp: quote.timestamp.iso8601Seconds
        case .date: quote.timestamp.date
        case .epoch: "\(quote.timestamp.seconds)"
        case .source: quote.sourceName
        case .cached: "\(delivered.isCached)"
        case .stale: "\(delivered.isStale)"
        case .age: "\(delivered.age)"
        case .ageSeconds: "\(delivered.age.seconds)"
        }
    }
}
