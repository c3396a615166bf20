import Foundation

/// libFuzzer's entry point for a program with a `main` of its own (fuzzer/FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// `BTCQ_FUZZ_TARGET` names the target; without it, the names of all targets are printed.
let name = ProcessInfo.processInfo.environment["BTCQ_FUZZ_TARGET"] ?? ""
let chosen = FuzzTarget.all.first { $0.name == name }
guard chosen != nil else {
    print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    exit(name.isEmpty ? 0 : 2)
}
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
    runDriver(&count, &arguments) { start, count in
        chosen?.feed(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    })
