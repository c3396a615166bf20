import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation

/// What the user must correct before anything is fetched.
indirect enum UsageError: Error, Equatable {
    /// The option as it was typed, without its value. With two dashes, `value` is what follows `=`, or else the next argument.
    case unknownOption([UInt8], value: [UInt8]? = nil)
    case unexpectedOperand([UInt8])
    case missingValue(option: String, _ valueName: String)
    /// A value after `=` for an option that takes none.
    case unexpectedValue(option: String)
    /// `-f=json`
    case equalsSignAfterShortOption(option: String, value: [UInt8])
    /// The option as it was typed.
    case invalidValue(option: String, value: [UInt8], InvalidValue)
    /// `--decimals` with a format that always prints the exact price.
    case decimalsWithExactFormat(String)
    case sourceSelection(SourceSelectionError)
    case sourceSettings(SourceSettingsError)

    // The configuration file.

    /// The reason, which names the file.
    case unusableFile(String)
    /// A mistake in a line of it. The place is its path and the number of the line.
    case inFile(place: String, UsageError)
    case notAllowed(option: String)
    /// The line does not begin with a dash, or consists of dashes.
    case notAnOption([UInt8])
    case moreThanOneOption
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
