package enum FileDescriptor {
    /// Repeats write(2) until everything is written.
    package static func writeAll(_ contents: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = contents
        while !rest.isEmpty { rest.removeFirst(try writeSome(rest, to: descriptor)) }
    }

    /// Throws also if close(2) fails: some file systems report a failed write only there.
    package static func writeAllAndClose(_ contents: [UInt8], _ descriptor: Int32) throws(SystemError) {
        do throws(SystemError) {
            try writeAll(contents, to: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw .last }
    }

    /// Writes at least one byte; an interrupted write(2) is repeated. One that returns 0 is an error: a loop around it
    /// would never end.
    ///
    /// - Parameter bytes: not empty.
    /// - Returns: how many bytes were written.
    package static func writeSome(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) -> Int {
        while true {
            let count = write(descriptor, bytes, bytes.count)
            if count > 0 { return count }
            if count == 0 { throw SystemError(code: EIO) }
            if errno != EINTR { throw .last }
        }
    }
}
