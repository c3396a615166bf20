import BTCPriceCore
import BTCPricePresentation

/// Why the value of an option is not valid.
enum InvalidValue: Error, Equatable {
    case notOneOf([String])
    case notADuration
    case durationTooLong
    case durationTooShort
    case notANumberOfDecimals
    case template(TemplateError)
}
