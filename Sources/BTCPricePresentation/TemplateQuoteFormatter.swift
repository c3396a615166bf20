public import BTCPriceCore

/// Fills in a line of the user's own.
public struct TemplateQuoteFormatter: QuoteFormatter {
    private let template: Template
    private let render: RenderPriceAndTimestamp

    /// A formatter that fills in `template`.
    public init(_ template: Template, _ options: FormatOptions) {
        self.template = template
        render = RenderPriceAndTimestamp(options)
    }

    /// The template with its placeholders filled in.
    public func line(for delivered: DeliveredQuote) -> [UInt8] {
        bytes(of: template.pieces, delivered)
    }

    private func bytes(of pieces: [Template.Piece], _ delivered: DeliveredQuote) -> [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .text(let bytes): bytes
            case .value(let placeholder): Array(value(of: placeholder, in: delivered).utf8)
            case .price(let decimals):
                Array(RenderPriceAndTimestamp.price(of: delivered.quote, decimals: decimals).utf8)
            case .number(let decimals):
                Array(delivered.quote.price.digits.roundedButNotToZero(to: decimals).description.utf8)
            case .when(let condition, let pieces): holds(condition, of: delivered) ? bytes(of: pieces, delivered) : []
            }
        }
    }

    private func holds(_ condition: Template.Condition, of delivered: DeliveredQuote) -> Bool {
        switch condition {
        case .stale: delivered.isStale
        case .cached: delivered.isCached
        case .fresh: !delivered.isStale
        }
    }

    private func value(of placeholder: Template.Placeholder, in delivered: DeliveredQuote) -> String {
        let quote = delivered.quote
        return switch placeholder {
        case .price: render(quote).price
        case .number: quote.price.description
        case .currency: quote.currency.code
        case .pair: quote.pair
        case .timestamp: render(quote).timestamp
        case .source: quote.source
        case .cached: "\(delivered.isCached)"
        case .stale: "\(delivered.isStale)"
        case .age: "\(delivered.age)"
        case .ageSeconds: "\(delivered.age.seconds)"
        }
    }
}
