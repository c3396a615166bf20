import BTCPriceCore
import SampleValues
import TestSupport
import Testing

@testable import BTCPricePresentation

/// What the reader of templates promises, whatever the template.
@Suite struct RandomInputTests {
    @Test(arguments: SeededGenerator.seeds) func template_hasTheTextAndThePlaceholdersAsTheyWereTyped(_ seed: UInt64) {
        let templates = RandomText(
            ["{price} {source}", "{{{number:8}}} {sats:0}", "{stale:~{age} }{up:{change}}x", "a}}b{{c"],
            words: Template.placeholders + ["{", "}", "{{{", "}}}", ":", ":9", ":8", "{down:"], limits: [8])
        withRandomInputs(seed, templates) { input in
            let doubled = input.flatMap { "{}".utf8.contains($0) ? [$0, $0] : [$0] }
            let text = QuoteFormatter.template(try Template(doubled)).render(.sample(), nil)
            try check(text == input, "\(text) is the text")
            guard let template = try? Template(input) else { return false }
            let typed = template.pieces.flatMap(\.typed)
            try check(typed == input, typed.text)
            func render(_ pieces: Template) -> [UInt8] { QuoteFormatter.template(pieces).render(.sample(), nil) }
            let pieces = try template.pieces.flatMap { render(try Template($0.typed)) }
            try check(render(template) == pieces, "\(pieces) one by one")
            return true
        }
    }
}

extension Template.Piece {
    /// As it is typed.
    fileprivate var typed: [UInt8] {
        switch self {
        case .text(let text): text.flatMap { "{}".utf8.contains($0) ? [$0, $0] : [$0] }
        case .value(let placeholder, nil): Array("{\(placeholder.rawValue)}".utf8)
        case .value(let placeholder, let decimals?):
            (0...8).contains(decimals.count) ? Array("{\(placeholder.rawValue):\(decimals.count)}".utf8) : []
        case .conditional(let condition, let pieces):
            "{\(condition.rawValue):".utf8 + pieces.flatMap(\.typed) + "}".utf8
        }
    }
}
