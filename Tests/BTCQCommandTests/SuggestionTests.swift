import Testing

@testable import BTCQCommand

@Suite struct SuggestionTests {
    @Test(
        arguments: [
            ("format", "format"), ("fromat", "format"), ("ofrmat", "format"), ("formta", "format"), ("frmt", "format"),
            ("foormaat", "format"), ("xxrmat", "format"), ("xxxmat", nil), ("fmt", nil), ("format12", "format"),
            ("format123", nil),
        ] as [(String, String?)])
    func nearest_whenMoreThanAThirdOfTheLettersDiffer_isNil(_ typed: String, _ expected: String?) {
        #expect(nearest(typed, ["format"]) == expected)
    }

    @Test(arguments: [
        // Of 3 letters one, of 4 two: a third, rounded up.
        ("cvs", "csv", true), ("csx", "csv", true), ("cxx", "csv", false), ("jxxn", "json", true),
        ("jxxx", "json", false),
        ("abcdxyz", "abcdefg", true), ("abcwxyz", "abcdefg", false),
    ])
    func nearest_whenAThirdOfTheLettersIsAFraction_roundsItUp(_ typed: String, _ name: String, _ isNear: Bool) {
        #expect((nearest(typed, [name]) != nil) == isNear)
    }

    @Test func nearest_whenAdjacentLettersAreTransposed_countsOneEdit() {
        #expect(nearest("cvs", ["csv"]) == "csv")
        #expect(nearest("scv", ["csv"]) == "csv")
        // Not adjacent: two edits.
        #expect(nearest("vsc", ["csv"]) == nil)
    }

    @Test func nearest_whenSeveralAreSimilar_isTheNearestAndThenTheFirst() {
        #expect(nearest("max-stal", ["max-time", "max-stale"]) == "max-stale")
        #expect(nearest("jsan", ["jsbn", "jscn"]) == "jsbn")
        #expect(nearest("x", []) == nil)
        #expect(nearest("", ["csv"]) == nil)
    }

    @Test func nearest_whenLongerThan40Bytes_isNil() {
        let name = String(repeating: "a", count: 60)
        #expect(nearest(String(repeating: "a", count: 40), [name]) == name)
        #expect(nearest(String(repeating: "a", count: 41), [name]) == nil)
    }

    @Test func nearest_inAnotherCase_isFound() {
        #expect(nearest("JSON", ["json"]) == "json")
        #expect(nearest("euro", ["USD", "EUR"]) == "EUR")
    }

    private func nearest(_ typed: String, _ names: [String]) -> String? {
        Suggestion.nearest(to: Array(typed.utf8), among: names)
    }
}
