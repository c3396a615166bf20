import Foundation

/// One run of the program in a race.
struct Run {
    let race: Race
    let child: Child

    init(_ race: Race, _ binary: String, _ arguments: [String], environment: [String: String], directory: String) throws
    {
        self.race = race
        child = try Child(binary, arguments, environment: environment, directory: directory)
    }

    /// A description of how it ended, and whether that is allowed.
    func judge(_ end: Child.End) -> (ending: String, isAllowed: Bool) {
        guard let code = end.code else {
            let signal = end.status & 0x7F
            return ("signal \(signal) (\(String(cString: strsignal(signal))))", false)
        }
        if end.errors.contains("Sanitizer") { return ("a sanitizer's report", false) }
        let isComplete = code == 1 ? end.output.isEmpty : end.output.count > 1 && end.output.last == "\n"
        let ending = isComplete ? "status \(code)" : "status \(code), printing \(end.output.debugDescription)"
        return (ending, isComplete && race.statuses.contains(code))
    }
}
