/// The name that somebody may have meant.
enum Suggestion {
    /// Names further away than this are no help.
    private static let farthest = 3

    static func nearest(to typed: String, among names: [String]) -> String? {
        guard typed.utf8.count <= 40 else { return nil }
        if typed.utf8.count > 3, let longer = names.first(where: { $0.hasPrefix(typed) }) { return longer }
        let distances = names.map { (name: $0, distance: distance(Array(typed.utf8), Array($0.utf8))) }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= farthest else { return nil }
        return best.name
    }

    /// How many bytes are to be put in, taken out, replaced or swapped with their neighbour (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [Array(0...right.count)]
        for (i, byte) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (byte == other ? 0 : 1))
                if i > 0, j > 0, byte == right[j - 1], left[i - 1] == other { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
