/// An environment variable of a source, with its base URL or its key, that is not valid.
package struct SourceSettingsError: Error, Equatable {
    package let variable: String
    /// A clause such as `user information is not allowed`. It never contains the value of a key.
    package let reason: String

    package init(variable: String, reason: String) {
        self.variable = variable
        self.reason = reason
    }
}
