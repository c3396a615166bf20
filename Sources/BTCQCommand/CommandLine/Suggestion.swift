/// The name that the user may have meant.
enum Suggestion {
    /// The only name that begins with the typed text, or the nearest name if the edit distance is at most a third of its
    /// letters, rounded down. Ignores case. A name may be in the list twice.
    static func nearest(to typed: [UInt8], among names: [String]) -> String? {
        guard typed.count <= 40 else { return nil }
        let typed = Array(String(decoding: typed, as: UTF8.self).lowercased().utf8)
        let longer = names.filter { $0.lowercased().utf8.starts(with: typed) }
        if typed.count > 1, let name = longer.first, longer.allSatisfy({ $0 == name }) { return name }
        let near = names.compactMap { name in
            let distance = distance(typed, Array(name.lowercased().utf8))
            return distance <= name.utf8.count / 3 ? (name: name, distance: distance) : nil
        }
        return near.min { $0.distance < $1.distance }?.name
    }

    /// The number of insertions, deletions, substitutions and transpositions (optimal string alignment).
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
