package import BTCPriceCore

/// Prints a quote with the user's template.
package struct TemplateQuoteFormatter: QuoteFormatter {
    private let template: Template
    private let render: RenderPriceAndTimestamp

    package init(_ template: Template, _ options: FormatOptions) {
        self.template = template
        render = RenderPriceAndTimestamp(options)
    }

    package func line(for delivered: DeliveredQuote) -> [UInt8] {
        bytes(of: template.pieces, delivered)
    }

    private func bytes(of pieces: [Template.Piece], _ delivered: DeliveredQuote) -> [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .text(let bytes): bytes
            case .value(let placeholder): Array(value(of: placeholder, in: delivered).utf8)
            case .rounded(.price, let decimals):
                Array(RenderPriceAndTimestamp.price(of: delivered.quote, decimals: decimals).utf8)
            case .rounded(.sats, let decimals): Array("\(delivered.quote.price.satoshis(decimals: decimals))".utf8)
            case .rounded(_, let decimals):
                Array(delivered.quote.price.digits.roundedNeverToZero(to: decimals).description.utf8)
            case .conditional(let condition, let pieces):
                isTrue(condition, for: delivered) ? bytes(of: pieces, delivered) : []
            }
        }
    }

    private func isTrue(_ condition: Template.Condition, for delivered: DeliveredQuote) -> Bool {
        switch condition {
        case .stale: delivered.isStale
        case .cached: delivered.isCached
        case .fresh: !delivered.isStale
        }
    }

    private func value(of placeholder: Template.Placeholder, in delivered: DeliveredQuote) -> String {
        let quote = delivered.quote
        return switch placeholder {
        case .price: render.execute(quote).price
        case .number: quote.price.description
        case .sats: quote.price.satoshis(decimals: 0).description
        case .currency: quote.currency.code
        case .pair: quote.pair
        case .timestamp: render.execute(quote).timestamp
        case .source: quote.source
        case .cached: "\(delivered.isCached)"
        case .stale: "\(delivered.isStale)"
        case .age: "\(delivered.age)"
        case .ageSeconds: "\(delivered.age.seconds)"
        }
    }
}
