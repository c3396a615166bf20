import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation

/// What the user must correct before anything is fetched.
enum UsageError: Error, Equatable {
    /// The option as it was typed, without its value. With two dashes, `value` is what follows `=`, or else the next argument.
    case unknownOption([UInt8], value: [UInt8]? = nil)
    case unexpectedOperand([UInt8])
    case missingValue(option: String, valueName: String)
    /// A value after `=` for an option that takes none.
    case unexpectedValue(option: String)
    /// `-f=json`
    case equalsSignAfterShortOption(option: String, value: [UInt8])
    case invalidValue(Origin, value: [UInt8], InvalidValue)
    /// `--decimals` with a format that always prints the exact price.
    case decimalsWithExactFormat(String)
    case sourceSelection(Origin, SourceSelectionError)
    case sourceSettings(SourceSettingsError)
}

/// The option or the variable that set a value.
enum Origin: Equatable, Sendable {
    /// The name with its dashes: as it was typed for an invalid value, otherwise the long one.
    case option(String)
    case variable(String)

    var name: String {
        switch self {
        case .option(let name), .variable(let name): name
        }
    }
}

/// Why a value is not valid for its option.
enum InvalidValue: Error, Equatable {
    case notOneOf([String])
    case notADuration
    case durationTooLong
    case durationTooShort
    case notANumberOfDecimals
    case template(TemplateError)
}
