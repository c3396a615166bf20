/// Random texts for a reader: its examples, which are valid, after a few random changes.
///
/// A change is of a part of the text: a run of digits, a run of letters, or any other byte. So a number becomes one at
/// which a limit or arithmetic may fail, a line is repeated or cut off, and words change their places.
public struct RandomText: Sendable {
    private typealias Part = [UInt8]

    let examples: [[UInt8]]
    /// The last one of each example is empty, so that there is always one to change.
    private let parts: [[Part]]
    private let words: [Part]
    private let numbers: [Part]

    /// - Parameters:
    ///   - words: may come in place of any part, as all parts of the examples may.
    ///   - limits: of the reader. They and their neighbours are among the numbers that come in place of others.
    public init(_ examples: [String], words: [String] = [], limits: [UInt128] = []) {
        self.examples = examples.map { Array($0.utf8) }
        parts = self.examples.map { Self.parts(of: $0) + [[]] }
        let others = ["\n", "\r\n", "\n ", "\t", "\0", "-", "+", ".", "e", "0", "\u{661}", "\u{e9}", "\u{1b}[2J"]
        self.words = (words + others).map { Array($0.utf8) } + [[0xFF]] + parts.joined()
        let powers: [UInt128] = [1 << 31, 1 << 32, 1 << 53, 1 << 63, 1 << 64]
        let limits = (powers + [1] + limits).flatMap { [$0 - 1, $0, $0 + 1] }.map { "\($0)" }
        let longest = [4, 17, 18, 19, 28, 29, 39, 155].map { String(repeating: "9", count: $0) }
        numbers = (limits + longest).map { Array($0.utf8) }
    }

    /// The next text.
    public func next(_ random: inout SeededGenerator) -> [UInt8] {
        var parts = Self.element(of: parts, &random)
        for _ in 0..<Int.random(in: 0...4, using: &random) { change(&parts, &random) }
        return Array(parts.joined())
    }

    private func change(_ parts: inout [Part], _ random: inout SeededGenerator) {
        let (one, other) = (Self.element(of: parts.indices, &random), Self.element(of: parts.indices, &random))
        let several = min(one, other)...max(one, other)
        let similar = Self.element(
            of: parts.indices.filter { Self.areSimilar(parts[$0].last, parts[one].last) }, &random)
        switch Int.random(in: 0...12, using: &random) {
        case 0...2:
            let places = parts.indices.filter { parts[$0].first.map(Self.isDigit) == true }
            let place = places.randomElement(using: &random) ?? one
            parts[place] = number(inPlaceOf: parts[place], &random)
        case 3: parts[one] = Self.element(of: words, &random)
        case 4: parts.insert(Self.element(of: words, &random), at: one)
        case 5: parts.replaceSubrange(several, with: [[]])
        case 6: parts.swapAt(one, similar)
        case 7: parts[one] = parts[similar]
        case 8: parts.insert(contentsOf: parts[several], at: several.lowerBound)
        case 9: parts.insert(contentsOf: Array(repeating: parts[one], count: 1 << (one % 10)), at: one)
        case 10: parts.replaceSubrange(one..., with: [[]])
        case 11: parts[one] = parts[one].map { Self.isLetter($0) ? $0 ^ 0x20 : $0 }
        default: parts[one] = parts[one].map { $0 ^ (1 << UInt8.random(in: 0...7, using: &random)) }
        }
    }

    /// An edge, or random digits. Often it has zeros before it, so that it is as long as the one it replaces.
    private func number(inPlaceOf part: Part, _ random: inout SeededGenerator) -> Part {
        let count = Bool.random(using: &random) ? part.count : Int.random(in: 0...30, using: &random)
        let digits = (0..<count).map { _ in UInt8.random(in: 0x30...0x39, using: &random) }
        let number = Bool.random(using: &random) ? digits : Self.element(of: numbers, &random)
        let zeros = Bool.random(using: &random) ? part.count - number.count : 0
        return Array(repeating: 0x30, count: max(0, zeros)) + number
    }

    private static func parts(of text: [UInt8]) -> [Part] {
        text.reduce(into: []) { parts, byte in
            let isNext = (isDigit(byte) || isLetter(byte)) && areSimilar(parts.last?.last, byte)
            if isNext { parts[parts.count - 1].append(byte) } else { parts.append([byte]) }
        }
    }

    /// Two digits, two letters, or neither of them.
    private static func areSimilar(_ one: UInt8?, _ other: UInt8?) -> Bool {
        one.map(isDigit) == other.map(isDigit) && one.map(isLetter) == other.map(isLetter)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Of a collection that has one.
    private static func element<Elements: RandomAccessCollection>(
        of elements: Elements, _ random: inout SeededGenerator
    ) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &random))]
    }
}
