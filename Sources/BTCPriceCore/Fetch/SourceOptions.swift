/// What the user chose; nil where nothing was chosen.
package struct SourceOptions<S: Source>: Sendable {
    package var currency: Currency?
    package var primary: S?
    package var fallback: S?
    /// `--source`, or `--fallback none`; then `fallback` is nil.
    package var isForOneSource = false

    package init() {}
}
