import Testing

@testable import BTCQCommand

/// The form of the scripts. That they work is tested in the shells.
@Suite struct CompletionScriptTests {
    @Test(arguments: Option.all)
    func option_isInEveryScript(_ option: Option) {
        #expect(bashOptions.isSuperset(of: option.names))
        for name in option.names { #expect(zshSpecs(name).count == 1, "\(name)") }
        #expect(fishLines(option).count == 1)
    }

    @Test(arguments: Option.all.filter { $0.value != nil })
    func choices_areOfferedAfterTheirOption(_ option: Option) throws {
        let value = try #require(option.value)
        let choices = value.choices().joined(separator: " ")
        #expect(bash.contains("\n        \(option.names.joined(separator: " | "))) choices='\(choices)' ;;\n"))
        let zshChoices = value.choices().isEmpty ? " " : "(\(choices))"
        #expect(zshSpecs("--\(option.long)").allSatisfy { $0.hasSuffix("]:\(value.name):\(zshChoices)'") })
        // The empty description keeps that of the option from being shown beside each value.
        let described = value.choices().map { $0 + #"\t"""# }.joined(separator: " ")
        let fishChoices = value.choices().isEmpty ? " -x -d " : " -x -a '\(described)' -d "
        #expect(fishLines(option).allSatisfy { $0.contains(fishChoices) })
    }

    @Test(arguments: Option.all.filter { $0.value == nil })
    func option_whenItTakesNoValue_offersNoneAfterIt(_ option: Option) {
        #expect(!bash.contains("\(option.names.joined(separator: " | "))) choices="))
        #expect(zshSpecs("--\(option.long)").allSatisfy { $0.hasSuffix("]'") })
        #expect(fishLines(option).allSatisfy { !$0.contains(" -x") && !$0.contains(" -a ") })
    }

    @Test(arguments: Option.all)
    func summary_isShownByZshAndFish(_ option: Option) {
        let escaped = option.summary.replacing("'", with: #"'\''"#)
        #expect(fishLines(option).allSatisfy { $0.hasSuffix(" -d '\(escaped)'") })
        let bracketed = escaped.replacing("[", with: #"\["#).replacing("]", with: #"\]"#).replacing(":", with: #"\:"#)
        #expect(zshSpecs("--\(option.long)").allSatisfy { $0.contains("[\(bracketed)]") })
    }

    @Test func bash_definesAFunctionAndUsesIt() {
        #expect(bash.hasPrefix("_btcq() {\n") && bash.hasSuffix("}\ncomplete -F _btcq btcq\n"))
        #expect(bash.contains("\n        *) choices='"))
        #expect(bash.contains(#"COMPREPLY=($(compgen -W "$choices" -- "$typed"))"#))
    }

    @Test func zsh_isACompletionFunctionsFile() {
        #expect(zsh.hasPrefix("#compdef btcq\n\n_arguments -s -S \\\n"))
        #expect(zsh.contains("\n    '(-h --help)'{-h,--help}'[print this help]' \\\n"))
        #expect(zsh.contains("\n    '(-f --format)'{-f+,--format=}'["))
        #expect(zsh.contains(#"]:SHELL:(bash zsh fish)'"#))
        #expect(zsh.hasSuffix("'[print the version; with -v also libcurl, certificates and cache]'\n"))
        #expect(zsh.split(separator: "\n").dropFirst(2).dropLast().allSatisfy { $0.hasSuffix(" \\") })
    }

    @Test func fish_offersNoFiles() {
        #expect(fish.hasPrefix("complete -c btcq -f\n"))
        #expect(fish.contains("\ncomplete -c btcq -s h -l help -d 'print this help'\n"))
        #expect(fish.contains(#"complete -c btcq -l completions -x -a 'bash\t"" zsh\t"" fish\t""' -d '"#))
        #expect(fish.split(separator: "\n").count == Option.all.count + 1 && fish.hasSuffix("\n"))
    }

    private let bash = CompletionScript(.bash).text
    private let zsh = CompletionScript(.zsh).text
    private let fish = CompletionScript(.fish).text

    /// The completions in bash if no value is expected.
    private var bashOptions: Set<String> {
        let line = bash.split(separator: "\n").first { $0.contains("*) choices='") } ?? ""
        return Set(line.split(separator: "'").dropFirst().first?.split(separator: " ").map(String.init) ?? [])
    }

    /// The specifications for zsh of an option, by one of its names.
    private func zshSpecs(_ name: String) -> [String] {
        zsh.split(separator: "\n").dropFirst(2).map { line in
            line.trimmingPrefix { $0 == " " }.trimmed(suffix: " \\")
        }.filter { spec in
            spec.matches(of: /[{,'](-[-a-zA-Z]+)[=+]?(?=[\[},])/).contains { $0.output.1 == name }
        }
    }

    private func fishLines(_ option: Option) -> [String] {
        let names = (option.short.map { " -s \($0)" } ?? "") + " -l \(option.long) "
        return fish.split(separator: "\n").map(String.init).filter { $0.hasPrefix("complete -c btcq\(names)") }
    }
}

extension Substring {
    fileprivate func trimmed(suffix: String) -> String {
        String(hasSuffix(suffix) ? dropLast(suffix.count) : self)
    }
}
