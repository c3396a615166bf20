import StubExchange

/// Prints the port it listens on, and serves until its standard input ends: it cannot be left behind. With `--sources`
/// it prints the names of the sources it knows.
let words = Array(CommandLine.arguments.dropFirst())
if words == ["--sources"] {
    for fixture in Fixture.all { printAtOnce(fixture.name) }
} else {
    let port = words.drop { $0 != "--port" }.dropFirst().first.flatMap { UInt16($0) }
    let exchange = try StubExchange(port: port ?? 0)
    printAtOnce("\(exchange.port)")
    while readLine() != nil {}
    withExtendedLifetime(exchange) {}
}
