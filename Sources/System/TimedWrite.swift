import CSystem

package enum TimedWrite {
    /// Writes `bytes` with one write(2) if the descriptor accepts them within `timeout`, and drops them otherwise. Call it
    /// last: it changes how the process handles SIGPIPE and SIGALRM.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, timeout: Duration) {
        csystem_timed_write(descriptor, bytes, bytes.count, Int32(timeout / .milliseconds(1)))
    }
}
