/// Held where a program is started, and where a descriptor comes to be that no program is to inherit: there is a moment
/// between accept(2) or pipe(2) and the mark that keeps the descriptor back. A connection that a program holds open as
/// well never ends for its client.
public let inheritance = Locked(())
