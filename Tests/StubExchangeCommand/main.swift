import Foundation
import StubExchange

/// Without arguments: prints the port it listens on, and serves until its standard input ends, so that it does not
/// outlive its caller. With `--sources`: prints the names of its sources. With `--soak`: runs the program BINARY in N
/// races of each kind, with home directories in DIRECTORY.
let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("--sources", 1):
    for fixture in Fixture.all { printAtOnce(fixture.name) }
case ("--soak", 4):
    exit(try Soak(binary: arguments[1], races: Int(arguments[2]) ?? 1, directory: arguments[3]).run() ? 0 : 1)
case (nil, _), ("--port", 2):
    let exchange = try StubExchange(port: arguments.last.flatMap { UInt16($0) } ?? 0)
    printAtOnce("\(exchange.port)")
    while readLine() != nil {}
    withExtendedLifetime(exchange) {}
default:
    printAtOnce("usage: stub-exchange [--port PORT | --sources | --soak BINARY N DIRECTORY]")
    exit(2)
}
