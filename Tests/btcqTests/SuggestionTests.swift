import Testing

@testable import btcq

@Suite struct SuggestionTests {
    @Test(
        arguments: [
            ("format", ["format"], "format"), ("fromat", ["format"], "format"), ("ofrmat", ["format"], "format"),
            ("frmt", ["format"], "format"), ("foormaat", ["format"], "format"), ("xxrmat", ["format"], "format"),
            ("xxxmat", ["format"], nil), ("fmt", ["format"], nil), ("format12", ["format"], "format"),
            ("format123", ["format"], nil),
            // Of 3 to 5 letters one, of 7 two: a third, rounded down.
            ("csx", ["csv"], "csv"), ("cxx", ["csv"], nil), ("jxon", ["json"], "json"), ("jxxn", ["json"], nil),
            ("prxxe", ["price"], nil), ("abcdeyz", ["abcdefg"], "abcdefg"), ("abcdxyz", ["abcdefg"], nil),
            // A transposition of adjacent letters is one edit.
            ("cvs", ["csv"], "csv"), ("scv", ["csv"], "csv"), ("vsc", ["csv"], nil),
            // The nearest, then the first.
            ("max-stal", ["max-time", "max-stale"], "max-stale"), ("jsan", ["jsbn", "jscn"], "jsbn"),
            // The only one that begins with it.
            ("pro", ["waybar", "prometheus"], "prometheus"), ("p", ["prometheus"], nil),
            ("max-", ["max-time", "max-stale"], nil), ("JSON", ["json"], "json"), ("euro", ["USD", "EUR"], "EUR"),
            ("x", [], nil), ("", ["csv"], nil), (letters(40), [letters(60)], letters(60)),
            (letters(41), [letters(60)], nil),
        ] as [(String, [String], String?)])
    func nearest_isANameOfWhichAtMostAThirdDiffers(_ typed: String, _ names: [String], _ expected: String?) {
        let name = Suggestion.nearest(to: Array(typed.utf8), among: names)
        #expect(name == expected)
    }

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
}
