import Foundation
import StubExchange

/// Without arguments: prints the port it listens on, and serves until its standard input ends, so that it cannot be left
/// behind. With `--sources`: prints the names of the sources it knows. With `--soak`: N races of each kind, with homes
/// in FOLDER.
let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("--sources", 1):
    for fixture in Fixture.all { printAtOnce(fixture.name) }
case ("--soak", 4):
    exit(try Soak(binary: words[1], races: Int(words[2]) ?? 1, folder: words[3]).run() ? 0 : 1)
case (nil, _), ("--port", 2):
    let exchange = try StubExchange(port: words.last.flatMap { UInt16($0) } ?? 0)
    printAtOnce("\(exchange.port)")
    while readLine() != nil {}
    withExtendedLifetime(exchange) {}
default:
    printAtOnce("usage: stub-exchange [--port PORT | --sources | --soak BINARY N FOLDER]")
    exit(2)
}
