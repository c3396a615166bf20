import BTCPriceCore
import BTCPricePresentation

/// What the user must correct before anything is fetched. Options are named as they were typed, such as `-t`.
indirect enum UsageError: Error, Equatable {
    /// Why the value of an option is not valid.
    enum InvalidValue: Error, Equatable {
        case notOneOf([String])
        case notACurrency
        case notADuration
        case durationTooLong
        case durationTooShort
        case notANumberOfDecimals
        case template(TemplateError)
    }

    /// `value`: for `--name` only: the text after `=`, or without `=` the next argument; for suggestions.
    case unknownOption([UInt8], value: [UInt8]? = nil)
    /// `next`: the argument after it; for suggestions.
    case unexpectedOperand([UInt8], next: [UInt8]? = nil)
    case missingValue(option: String, Option.Value)
    /// A flag with a value, such as `--quiet=1`.
    case unexpectedValue(option: String)
    case invalidValue(option: String, value: [UInt8], InvalidValue)
    /// `--decimals` with a price that is always exact.
    case decimalsWithExactFormat(String)
    case sources(RunSourcesError)
    case invalidVariable(InvalidVariable)

    // Of the configuration file:

    /// The whole message, which names the path.
    case unusableFile(String)
    /// `place` is the path and the number of the line.
    case inConfigurationFile(place: String, UsageError)
    case notAllowedInConfigurationFile(option: String)
    /// The line does not begin with an option: its first word does not begin with a dash, or is `-` or `--`.
    case lineWithoutOption([UInt8])
    /// More than an option and its value.
    case textAfterValue
}
