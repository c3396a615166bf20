import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation

/// What the user must correct before anything is fetched.
indirect enum UsageError: Error, Equatable {
    /// As typed, without its value, which is what follows: after `=`, or as the next argument.
    case unknownOption([UInt8], value: [UInt8]? = nil)
    case unexpectedOperand([UInt8])
    case missingValue(option: String, _ valueName: String)
    /// With `=`.
    case unexpectedValue(option: String)
    /// `-f=json`
    case equalsSignAfterShortOption(option: String, value: [UInt8])
    /// The option as typed.
    case invalidValue(option: String, value: [UInt8], InvalidValue)
    /// `--decimals` with a price that is always exact.
    case decimalsWithExactFormat(String)
    case sourceSelection(SourceSelectionError)
    case sourceSettings(SourceSettingsError)

    // The configuration file.

    /// The reason, with the path.
    case unusableFile(String)
    /// A mistake in a line. The place is path and number.
    case inFile(place: String, UsageError)
    case notAllowed(option: String)
    /// No dash at the beginning, or nothing else.
    case notAnOption([UInt8])
    case moreThanOneOption
}

enum InvalidValue: Error, Equatable {
    case notOneOf([String])
    case notADuration
    case durationTooLong
    case durationTooShort
    case notANumberOfDecimals
    case template(TemplateError)
}
