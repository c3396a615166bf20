import BTCPricePresentation
import Testing

@Suite struct TemplateErrorTests {
    @Test(arguments: [
        ("{Price}", "unknown: {Price}"), ("{fresh}", "unknown: {fresh}"), ("{9}", "unknown: {9}"),
        ("a {number} {nope} b", "unknown: {nope}"), ("{source:x}", "unknown: {source:x}"),
        ("{stale:{x}}", "unknown: {x}"),
        // No name follows the brace.
        ("{", "no placeholder: {"), ("{}", "no placeholder: {}"), ("x {{{", "no placeholder: {"),
        ("{ price}", "no placeholder: { price}"), ("{price }", "no placeholder: {price }"),
        ("{:x}", "no placeholder: {:"), (#"{"price":1}"#, #"no placeholder: {"price":"#),
        ("{₿}", "no placeholder: {₿}"), ("{stale:{}}", "no placeholder: {}"), ("{-price", "no placeholder: {-price"),
        // It is not closed.
        ("{price", "unclosed: {price"), ("{price{source}", "unclosed: {price"),
        ("{price {source}", "unclosed: {price "),
        ("{stale:", "unclosed: {stale:"), ("{stale:x}}", "unclosed: {stale:x}}"),
        ("{stale:x}}}}", "unclosed: {stale:x}}}}"), ("{stale:{age} {price}", "unclosed: {stale:{age} {price}"),
        ("{stale:{age", "unclosed: {age"), ("{cached:{{", "unclosed: {cached:{{"), ("{price:2", "unclosed: {price:2"),
        // A text in another.
        ("{stale:a{stale:}}", "nested: {stale:}"),
        // The decimals are not 0 to 8.
        ("{price:}", "decimals: {price:}"), ("{sats:9}", "decimals: {sats:9}"), ("{price:10}", "decimals: {price:10}"),
        ("{number:-1}", "decimals: {number:-1}"), ("{price:{}", "decimals: {price:{}"),
        ("{number} {price:9}}}", "decimals: {price:9}"),
        // A brace closes nothing.
        ("price}", "}"), ("{price}}", "}"), ("a}b", "}"), ("}}}", "}"), ("{stale:x} }", "}"),
    ])
    func template_whenWrong_throwsWhatWasTyped(_ template: String, _ expected: String) {
        let error = #expect(throws: TemplateError.self) { try Template(Array(template.utf8)) }
        #expect(error?.testDescription == expected)
    }

    @Test func template_whenTheNameIsNotUTF8_throwsTheBytes() {
        #expect(throws: TemplateError.notAPlaceholder([0x7B, 0xFF, 0x7D])) { try Template([0x7B, 0xFF, 0x7D]) }
    }
}

extension TemplateError: CustomTestStringConvertible {
    public var testDescription: String {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        return switch self {
        case .unknownPlaceholder(let typed): "unknown: \(text(typed))"
        case .notAPlaceholder(let typed): "no placeholder: \(text(typed))"
        case .unclosedPlaceholder(let typed): "unclosed: \(text(typed))"
        case .nestedText(let typed): "nested: \(text(typed))"
        case .invalidDecimals(let typed): "decimals: \(text(typed))"
        case .unexpectedBrace: "}"
        }
    }
}
