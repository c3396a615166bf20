import Testing

@testable import BTCQCommand

/// The table itself. That the options are those of the contract is tested with the help.
@Suite struct OptionTableTests {
    @Test(arguments: Option.all)
    func option_isUniqueAndDescribedInPlainASCII(_ option: Option) {
        #expect(Option.all.flatMap(\.names).filter { option.names.contains($0) } == option.names)
        #expect(option.long.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(option.short?.isASCII != false && option.short?.isLetter != false)
        let texts = [option.summary, option.defaultValue, option.manual].compactMap(\.self)
        #expect(texts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }
}
