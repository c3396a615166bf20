/// A variable that sets the address or the key of a source has an invalid value.
package struct InvalidVariable: Error, Equatable {
    package let variable: String
    /// Such as `user information is not allowed`. Contains nothing of the value.
    package let reason: String

    package init(variable: String, reason: String) {
        self.variable = variable
        self.reason = reason
    }
}
