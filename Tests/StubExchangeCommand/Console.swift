import Foundation

/// Prints a line without buffering it.
func printAtOnce(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// How many runs ended in each way.
struct Counts: CustomStringConvertible {
    private(set) var counts: [String: Int] = [:]

    mutating func add(_ ending: String) { counts[ending, default: 0] += 1 }

    var description: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key)" }.joined(separator: ", ")
    }
}
