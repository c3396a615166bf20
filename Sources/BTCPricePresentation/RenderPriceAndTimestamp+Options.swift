import BTCPriceCore

extension RenderPriceAndTimestamp {
    /// The texts that these options ask for.
    init(_ options: FormatOptions) {
        self.init(
            priceFormatter: USDPriceFormatter(decimals: options.decimals ?? 2),
            timestampFormatter: ISO8601TimestampFormatter())
    }
}
