import BTCPriceCore
import BTCPricePresentation
import TestSupport
import Testing

@Suite struct TemplateProblemsTests {
    /// By name, as the contract lists them.
    private static let known =
        "{price} {number} {currency} {pair} {timestamp} {source} {cached} {stale} {age} {age_seconds} {price:N} {number:N} "
        + "{stale:TEXT} {cached:TEXT} {fresh:TEXT} {{ }}"

    @Test(arguments: [
        ("{}", "unknown placeholder {}"), ("{x}", "unknown placeholder {x}"),
        ("{Price}", "unknown placeholder {Price}"),
        ("{ price}", "unknown placeholder { price}"), ("{price }", "unknown placeholder {price }"),
        ("{fresh}", "unknown placeholder {fresh}"), ("{age seconds}", "unknown placeholder {age seconds}"),
        ("{pri}", "unknown placeholder {pri}"), ("{price~}", "unknown placeholder {price~}"),
        ("a {number} {nope} b", "unknown placeholder {nope}"),
        ("{source:x}", "unknown placeholder {source:x}"), ("{age:1}", "unknown placeholder {age:1}"),
        ("{:x}", "unknown placeholder {:x}"), ("{x:2}", "unknown placeholder {x:2}"),
        ("{stale:{x}}", "unknown placeholder {x}"), ("{stale:{source:x}}", "unknown placeholder {source:x}"),
        ("{", "unclosed placeholder {}"), ("{price", "unclosed placeholder {price}"),
        ("x {{{", "unclosed placeholder {}"),
        ("{price {source}", "unclosed placeholder {price {source}"), ("{price{", "unclosed placeholder {price{}"),
        ("{stale:", "unclosed placeholder {stale:}"), ("{stale:x", "unclosed placeholder {stale:x}"),
        ("{stale:x}}", "unclosed placeholder {stale:x}"), ("{stale:x}}}}", "unclosed placeholder {stale:x}"),
        ("{stale:{age}", "unclosed placeholder {stale:{age}"),
        ("{stale:{age", "unclosed placeholder {age}"), ("{cached:{{", "unclosed placeholder {cached:{{}"),
        ("}", "needless }"), ("price}", "needless }"), ("{price}}", "needless }"), ("a}b", "needless }"),
        ("}}}", "needless }"), ("{price:2}}", "needless }"),
        ("{price:}", "no number from 0 to 8 in placeholder {price:}"),
        ("{price:9}", "no number from 0 to 8 in placeholder {price:9}"),
        ("{price:10}", "no number from 0 to 8 in placeholder {price:10}"),
        ("{number:-1}", "no number from 0 to 8 in placeholder {number:-1}"),
        ("{number: 1}", "no number from 0 to 8 in placeholder {number: 1}"),
        ("{number:2 }", "no number from 0 to 8 in placeholder {number:2 }"),
        ("{number:x}", "no number from 0 to 8 in placeholder {number:x}"),
        ("{price:2~}", "no number from 0 to 8 in placeholder {price:2~}"),
        ("{price:2", "unclosed placeholder {price:2}"),
        ("{price:", "unclosed placeholder {price:}"),
        ("{stale:{fresh:x}}", "no TEXT within a TEXT: placeholder {fresh:x}"),
        ("{stale:a{stale:}}", "no TEXT within a TEXT: placeholder {stale:}"),
    ])
    func wrongTemplate_isToldWithAllThatIsKnown(_ template: String, _ complaint: String) {
        #expect(throws: UsageError("\(complaint); known are \(Self.known)", hint: .manual)) {
            try Template(Array(template.utf8))
        }
    }

    @Test func listOfPlaceholders_isWhatCanStandInATemplate() throws {
        #expect(Template.placeholders.joined(separator: " ") == Self.known)
        for placeholder in Template.placeholders {
            _ = try Template(Array(placeholder.replacing(":N", with: ":2").utf8))
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["{", "{stale:", "{price:", "{stale:{", "}{"])
    func longWrongTemplate_isRefusedAtOnceAndToldInShort(_ start: String) {
        for filling in ["x", "\u{651}\u{64E}", "{{"] {
            let template = Array((start + String(repeating: filling, count: 120_000 / filling.utf8.count)).utf8)
            let time = processorTime {
                #expect {
                    try Template(template)
                } throws: { error in
                    ((error as? UsageError)?.message.utf8.count ?? .max) < 500
                }
            }
            #expect(time < .seconds(2))
        }
    }
}
