/// Why a file that runs share could not be read or written.
package enum StoreError: Error, Equatable, Sendable {
    /// An error number of the system.
    case system(path: String, code: Int32)
    /// What is at the path is not a file of this program.
    case unusable(path: String, Reason)
    /// There is no directory to use.
    case disabled(DisabledReason)

    package enum Reason: Error, Equatable, Sendable {
        case directory, symbolicLink, notARegularFile, ofAnotherUser, tooLarge
        case empty, incomplete, anotherVersion, anotherCurrency, noQuote
    }

    package enum DisabledReason: Equatable, Sendable {
        /// HOME is not an absolute path.
        case noHome
        case directoryOfAnotherUser(path: String)
    }
}
