import Foundation
import Platform
import TestSupport
import Testing

@testable import BTCQCommand

@Suite(.timeLimit(.minutes(5))) struct StandardOutputTests {
    private let directory = TemporaryDirectory()
    private let file: OutputFile

    init() throws { file = try OutputFile("\(directory.path)/output") }

    // The record lock under which a row is appended. It belongs to a process, so another one takes part.

    @Test func append_whenAnotherProcessAppendsMeanwhile_writesNoHeader() async throws {
        try #require(RecordLock.acquire(file.descriptor))
        Thread { [file] in
            while access("\(file.path).waiting", F_OK) != 0 { usleep(1000) }
            usleep(50_000)
            _ = Foundation.write(file.descriptor, "old\n", 4)
            RecordLock.release(file.descriptor)
        }.start()
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            let file = try OutputFile(path)
            try Data().write(to: URL(filePath: "\(path).waiting"))
            try file.append(header: "h\n", lockTimeout: .seconds(20))
        }
        #expect(file.text == "old\nrow\n")
    }
}

/// A file as the shell opens it for `>>`.
private struct OutputFile {
    let path: String
    let descriptor: Int32

    var output: StandardOutput { StandardOutput(descriptor: descriptor, isOpen: true) }
    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "unreadable" }

    func append(header: String, lockTimeout: Duration = .seconds(1)) throws {
        try output.append(Array("row\n".utf8), header: Array(header.utf8), lockTimeout: lockTimeout)
    }
}

extension OutputFile {
    /// It stays open until the process ends.
    init(_ path: String) throws {
        self.init(path: path, descriptor: open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600))
        try #require(descriptor >= 0)
    }
}
