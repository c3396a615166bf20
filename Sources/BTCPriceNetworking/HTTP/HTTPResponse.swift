package struct HTTPResponse: Equatable, Sendable {
    let status: HTTPStatus
    /// At most 64 KiB; perhaps incomplete if the status is not a 2xx.
    let body: [UInt8]
    var head = ResponseHead()
}
