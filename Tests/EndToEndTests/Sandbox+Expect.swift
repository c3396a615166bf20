import Testing

extension Sandbox.Outcome {
    /// Expects something of this run, and shows all of it where that is not so.
    func expect(_ isAsExpected: (Self) throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation) rethrows {
        let isSo = try isAsExpected(self)
        #expect(isSo, "\(self)", sourceLocation: sourceLocation)
    }
}
