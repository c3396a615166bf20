/// Something wrong with the sources of a run or their environment: the user's to put right, before anything is fetched.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One line for the user.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
