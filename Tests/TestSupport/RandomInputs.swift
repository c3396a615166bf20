import Foundation
import Testing

/// Feeds a reader with random texts, after their examples, which have to be valid.
public func withRandomInputs(_ seed: UInt64, _ texts: RandomText, test: String = #function, _ read: Reader) {
    withRandomInputs(seed, texts.next, examples: texts.examples, test: test, read)
}

/// Feeds a reader with random inputs, and records the first one with which it throws. If a reader ends the process, by
/// a trap for example, the input is printed first.
///
/// - Parameters:
///   - seed: one of `SeededGenerator.seeds`.
///   - make: the next input.
public func withRandomInputs(
    _ seed: UInt64, _ make: (inout SeededGenerator) -> [UInt8], examples: [[UInt8]] = [], test: String = #function,
    _ read: Reader
) {
    _ = reportsSignals
    var random = SeededGenerator(seed: seed)
    var (count, validCount) = (0, 0)
    let start = ContinuousClock.now
    while duration.map({ ContinuousClock.now - start < $0 }) ?? (count < 2000) {
        let isExample = count < examples.count
        let input = RandomInput(
            bytes: isExample ? examples[count] : make(&random), place: "input \(count) of \(test); \(random)")
        running.withLock { $0[pthread_self()] = input }
        defer { running.withLock { $0[pthread_self()] = nil } }
        do {
            let isValid = try read(input.bytes)
            try check(isValid || !isExample, "that an example is not valid")
            validCount += isValid ? 1 : 0
            count += 1
        } catch {
            Issue.record("\(error), with \(input)")
            return
        }
    }
    // Otherwise the inputs would prove little.
    #expect(validCount > count / 50 && validCount < count, "\(validCount) of \(count) inputs of \(test); \(random)")
}

/// Whether an input is valid. Throws if the reader does not keep a promise.
public typealias Reader = (_ input: [UInt8]) throws -> Bool

/// Throws what was found if a promise is not kept. An expectation would take 20 times as long.
public func check(_ isKept: Bool, _ found: @autoclosure () -> Any?, line: Int = #line) throws {
    if !isKept { throw BrokenPromise(description: "line \(line): found \(found() ?? "nil")") }
}

extension Collection<UInt8> {
    public var text: String { String(decoding: self, as: UTF8.self) }
}

/// Of a number without an exponent: from the first that is not zero to the last, without the point.
public func significantDigits(of number: some StringProtocol) -> String {
    let digits = number.filter { $0.isNumber }.drop { $0 == "0" }
    return String(digits.reversed().drop { $0 == "0" }.reversed())
}

private struct BrokenPromise: Error, CustomStringConvertible {
    let description: String
}

private struct RandomInput: CustomStringConvertible {
    let bytes: [UInt8]
    let place: String

    var description: String { "\(bytes.text.debugDescription), \(place)" }
}

/// How long each test goes on; nil: for some thousand inputs.
private let duration = ProcessInfo.processInfo.environment["BTCQ_TEST_SECONDS"].flatMap { Int($0) }.map(
    Duration.seconds)

/// The input that each thread reads.
private let running = Locked<[pthread_t: RandomInput]>([:])

/// A trap is a signal in the thread that it ends. SIGTERM comes from outside if a reader does not end.
private let reportsSignals: Void = {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTERM] {
        signal(number) { number in
            let inputs = running.withLock { $0.filter { number == SIGTERM || $0.key == pthread_self() } }
            for input in inputs.values {
                FileHandle.standardError.write(Data("signal \(number), with \(input)\n".utf8))
            }
            signal(number, SIG_DFL)
            raise(number)
        }
    }
}()
