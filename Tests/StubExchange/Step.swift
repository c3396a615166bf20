/// One action of a stub towards a client. After the last step the connection is closed.
public enum Step: Sendable {
    /// Sends the bytes at once.
    case send([UInt8])
    /// Sends them one at a time, with a pause before each.
    case drip([UInt8], every: Duration)
    /// Sends them repeatedly until the client disconnects.
    case repeatForever([UInt8])
    /// Waits until the client has sent something, and reads it.
    case readSomething
    /// Does nothing for this time.
    case wait(Duration)
    /// Does nothing until the client disconnects.
    case holdOpen
    /// Closes so that the client sees a reset.
    case reset
    /// Waits until this many clients are at the same place; then the next steps of all of them are executed at once.
    /// Only a first step can be this.
    case waitForOthers(Int)
}

extension [Step] {
    /// A well-formed HTTP response.
    public static func respond(_ status: Int = 200, headers: [String] = [], body: String) -> [Step] {
        respond(status, headers: headers, body: Array<UInt8>(body.utf8))
    }

    /// A well-formed HTTP response.
    public static func respond(_ status: Int = 200, headers: [String] = [], body: [UInt8]) -> [Step] {
        let head = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)", "Connection: close"] + headers
        return [.send(Array<UInt8>((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)]
    }

    /// These bytes as they are.
    public static func raw(_ text: String) -> [Step] { [.send(Array<UInt8>(text.utf8))] }

    /// These bytes, one at a time.
    public static func drip(_ text: String, every pause: Duration) -> [Step] {
        [.drip(Array<UInt8>(text.utf8), every: pause)]
    }

    /// The same after this time.
    public func delayed(_ time: Duration) -> [Step] { [.wait(time)] + self }

    /// The same once this many clients are at the same place, for all of them at once.
    public func together(_ count: Int) -> [Step] { [.waitForOthers(count)] + self }
}
