enum CompletionScript {
    /// The shells that have one.
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    static func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// Works without bash-completion, and with bash before 4.4 too, though before 4.0 not for `--name=value`.
    private static var bash: String {
        let cases = Option.all.map { option in
            guard let choices = option.value?.choices.map({ $0.name }).joined(separator: " ") else { return "" }
            return "        \(option.names.joined(separator: " | "))) choices='\(choices)' ;;\n"
        }.joined()
        let options = Option.all.flatMap { $0.names }.joined(separator: " ")
        return """
            _btcq() {
                local IFS=$' \\t\\n'
                local typed=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} choices
                # From 4.0 on, bash splits --name=value into three parts.
                [ "$typed" != '=' ] || typed=
                [ "$option" != '=' ] || option=${COMP_WORDS[COMP_CWORD - 2]}
                case $option in
            \(cases)        *) choices='\(options)' ;;
                esac
                COMPREPLY=($(compgen -W "$choices" -- "$typed"))
            }
            complete -F _btcq btcq

            """
    }

    private static var zsh: String {
        let lines = Option.all.map { option in
            let summary = escapedForZsh(option.summary, #"[]:\"#)
            let value = option.value.map { ":\($0.name):\(zshChoices($0.choices))" }
            let long = "--\(option.long)" + (value == nil ? "" : "=")
            let spec = "[\(summary)]\(value ?? "")"
            guard let short = option.short else { return "    \(quoted(long + spec))" }
            let plus = value == nil ? "" : "+"
            return "    '(-\(short) --\(option.long))'{-\(short)\(plus),\(long)}\(quoted(spec))"
        }
        return "#compdef btcq\n\n_arguments -s -S \\\n" + lines.joined(separator: " \\\n") + "\n"
    }

    private static var fish: String {
        let lines = Option.all.map { option in
            let short = option.short.map { " -s \($0)" } ?? ""
            // After a tab, even an empty summary replaces the option's; the quotes are for one that contains spaces.
            let choices = option.value.map { $0.choices.map { #"\#($0.name)\t"\#($0.summary)""# } }
            let value = choices.map { $0.isEmpty ? " -x" : " -x -a \(quoted($0.joined(separator: " ")))" }
            return "complete -c btcq\(short) -l \(option.long)\(value ?? "") -d \(quoted(option.summary))\n"
        }
        return "complete -c btcq -f\n" + lines.joined()
    }

    /// `(a b)`; with summaries `((a\:"about a" b\:"about b"))`; if empty, a space.
    private static func zshChoices(_ choices: [Option.Value.Choice]) -> String {
        if choices.isEmpty { return " " }
        if choices.allSatisfy({ $0.summary.isEmpty }) { return "(\(choices.map({ $0.name }).joined(separator: " ")))" }
        let described = choices.map { #"\#($0.name)\:"\#(escapedForZsh($0.summary, ":"))""# }
        return "((\(described.joined(separator: " "))))"
    }

    /// A backslash before each special character.
    private static func escapedForZsh(_ text: String, _ special: String) -> String {
        String(text.flatMap { special.contains($0) ? ["\\", $0] : [$0] })
    }

    /// The text in single quotes. A quote inside becomes `'\''`, which all three shells understand.
    private static func quoted(_ text: String) -> String {
        "'" + text.flatMap { $0 == "'" ? #"'\''"# : String($0) } + "'"
    }
}
