package import Platform

extension Environment {
    /// These variables, and no others.
    package init(_ variables: [String: String]) {
        self.init { name in variables[name].map { Array($0.utf8) } }
    }
}
