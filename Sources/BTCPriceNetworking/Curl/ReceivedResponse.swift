/// What has been received; its size is limited.
struct ReceivedResponse {
    static let maxBodySize = 64 << 10
    static let maxHeaderSize = 16 << 10

    let readsBodyOfRateLimit: Bool

    private(set) var status = HTTPStatus(code: 0)
    private(set) var head = ResponseHead()
    private(set) var body: [UInt8] = []
    /// The transfer was ended because the response exceeds a limit.
    private(set) var isTooLarge = false
    private(set) var headerSize = 0

    /// The head is complete and reports no success; the transfer may have failed after it.
    var isError: Bool { head.isComplete && status.meaning != .success }

    /// Returns how many bytes were accepted. If they are fewer than given, libcurl ends the transfer.
    mutating func append(body bytes: UnsafeRawBufferPointer) -> Int {
        isTooLarge = body.count + bytes.count > Self.maxBodySize
        guard !isTooLarge else { return 0 }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Returns how many bytes were accepted. If they are fewer than given, libcurl ends the transfer: the headers are
    /// too long, or they are all that is needed.
    mutating func append(header line: UnsafeRawBufferPointer, status: Int) -> Int {
        headerSize += line.count
        isTooLarge = headerSize > Self.maxHeaderSize
        guard !isTooLarge else { return 0 }
        self.status = HTTPStatus(code: status)
        head.append(line: line, status: status)
        return head.isComplete && !isBodyNeeded ? 0 : line.count
    }

    /// Not with 451, nor with a rate limit whose end the body does not say. With any other status, it may contain a
    /// price, an error or a rate limit.
    private var isBodyNeeded: Bool {
        switch status.meaning {
        case .rateLimited: readsBodyOfRateLimit
        case .blocked(let isCertain): !isCertain
        default: true
        }
    }
}
