/// The shells that have a completion script.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
