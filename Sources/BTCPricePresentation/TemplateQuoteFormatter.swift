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
        template.pieces.flatMap { piece in
            switch piece {
            case .text(let bytes): bytes
            case .value(let placeholder): Array(value(of: placeholder, in: delivered).utf8)
            case .whenStale(let bytes): delivered.isStale ? bytes : []
            }
        }
    }

    private func value(of placeholder: Template.Placeholder, in delivered: DeliveredQuote) -> String {
        let quote = delivered.quote
        return switch placeholder {
        case .price: render(quote).price
        case .number: PriceDigits.text(of: quote.price)
        case .currency: quote.currency.code
        case .timestamp: render(quote).timestamp
        case .source: quote.source
        case .cached: "\(delivered.isCached)"
        case .stale: "\(delivered.isStale)"
        case .age: "\(delivered.age)"
        case .ageSeconds: "\(delivered.age.seconds)"
        }
    }
}
