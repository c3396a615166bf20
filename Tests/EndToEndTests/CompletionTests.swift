import Foundation
import Testing

extension EndToEnd {
    /// The scripts in the shells. What they offer is tested in BTCQCommandTests.
    @Suite struct CompletionTests {
        @Test(.needs("bash", "zsh", "fish"), arguments: ["bash", "zsh", "fish"])
        func script_isGrammaticalToItsShell(_ shell: String) throws {
            try Sandbox().shell("btcq --completions \(shell) > script && \(shell) -n script").expect(0, errors: "")
        }

        /// Whatever users set in their shells.
        @Test(.needs("bash"), arguments: ["", "set -u; ", "IFS=:; "])
        func bash_completesOptionsAndTheirValues(_ settings: String) throws {
            let box = try Sandbox()
            let headers = ["auto", "always", "never"]
            for (arguments, expected) in [
                ("--header ''", headers), ("-f x", ["xbar"]), ("--timeout ''", []),
                ("-j --format json --curr", ["--currency"]),
                // As bash splits --name=value.
                ("--header =", headers), ("--header = n", ["never"]),
            ] {
                let run = try box.shell(
                    """
                    cat > ask <<'END'
                    \(settings)eval "$(btcq --completions bash)"
                    COMP_WORDS=(btcq \(arguments)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                    function=$(complete -p btcq) && [ "$function" = "complete -F _btcq btcq" ] || exit 9
                    _btcq
                    [ "${#COMPREPLY[@]}" = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
                    END
                    bash ask
                    """)
                run.expect(0, .exactly(expected.map { "\($0)\n" }.joined()), errors: "")
            }
        }
    }
}
