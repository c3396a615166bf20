import BTCPriceCore
import BTCPriceNetworking
import CCurl

/// One transfer of libcurl, to be used on one thread.
///
/// What libcurl has allocated is not freed, and the connection is not closed: a process makes at most two transfers for each
/// source and then ends, and closing a TLS connection would delay the response.
final class CurlHandle {
    static let maxBodySize = 64 << 10
    static let maxHeaderSize = 16 << 10
    private static let errorBufferSize = 256

    let library: CurlLibrary
    /// The code of the first error, in an option or in the transfer, or 0.
    private(set) var code: Int32 = 0
    private(set) var head = ResponseHead()
    private(set) var body: [UInt8] = []
    /// Whether the transfer was ended because the response exceeds a limit.
    private(set) var isTooLarge = false

    private let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutableRawPointer?
    private var headerSize = 0
    /// libcurl's description of an error. It may contain what the peer sent, so it is searched but never printed.
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: errorBufferSize)

    /// Nil if out of memory.
    init?(_ library: CurlLibrary) {
        guard let handle = library.easyInit() else { return nil }
        self.library = library
        self.handle = handle
        errorBuffer.initialize(repeating: 0, count: Self.errorBufferSize)
    }

    /// The status of the response so far; 0 if there is none.
    var status: Int { max(0, number(.status)) }

    /// Whether there is a response that is not a success, even if the transfer failed later.
    var hasErrorResponse: Bool { head.isComplete && HTTPStatus(status) != .success }

    /// - Parameter ifSupported: a libcurl, or its TLS library, that does not know the option at all is no error.
    func set(_ option: CurlOption, _ value: Int, ifSupported: Bool = false) {
        record(ccurl_set_number(library.easySetopt, handle, option.rawValue, value), ifSupported: ifSupported)
    }

    /// Sets a text, which ends in a zero byte, or an address. Nil resets the option.
    func set(_ option: CurlOption, _ value: UnsafeRawPointer?, ifSupported: Bool = false) {
        record(ccurl_set_pointer(library.easySetopt, handle, option.rawValue, value), ifSupported: ifSupported)
    }

    func setHeaders(_ lines: [String]) {
        for line in lines {
            guard let longer = library.listAppend(headers, line) else { return record(CurlCode.outOfMemory) }
            headers = longer
        }
        set(.headers, headers)
    }

    private func record(_ code: Int32, ifSupported: Bool = false) {
        let isUnsupported = code == CurlCode.notBuiltIn || code == CurlCode.unknownOption
        if self.code == 0, !(ifSupported && isUnsupported) { self.code = code }
    }

    /// Runs the transfer on this thread. If an option that is required could not be set, nothing is sent.
    func perform() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        set(.errorBuffer, errorBuffer)
        set(.bodyContext, context)
        set(.headContext, context)
        receive(.bodyFunction) { bytes, size, count, context in
            CurlHandle.from(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        receive(.headFunction) { bytes, size, count, context in
            CurlHandle.from(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        if code == 0 { code = library.easyPerform(handle) }
    }

    private func receive(_ option: CurlOption, with function: CCurlReceive) {
        record(ccurl_set_function(library.easySetopt, handle, option.rawValue, function))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
        // `perform` passes itself, and outlives the callbacks.
        Unmanaged<CurlHandle>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Returns how many bytes were accepted; fewer end the transfer.
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        isTooLarge = body.count + bytes.count > Self.maxBodySize
        guard !isTooLarge else { return 0 }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Returns how many bytes were accepted; fewer end the transfer. For a rate limit or a block, status and headers
    /// are sufficient, whatever becomes of the body.
    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
        headerSize += line.count
        isTooLarge = headerSize > Self.maxHeaderSize
        guard !isTooLarge else { return 0 }
        head.append(line: line, status: status)
        return head.isComplete && HTTPStatus(status).isDecidedByHead ? 0 : line.count
    }

    /// -1 if libcurl does not know.
    func number(_ info: CurlInfo) -> Int {
        var value = -1
        ccurl_get(library.easyGetinfo, handle, info.rawValue, &value)
        return value
    }

    /// The error number of a connection that failed.
    var systemError: Int32 { Int32(truncatingIfNeeded: number(.systemError)) }

    /// Whether libcurl's description of the error contains one of these texts.
    func errorContains(_ texts: [String]) -> Bool {
        let description = Array(String(cString: errorBuffer).utf8)
        return texts.contains { text in description.indices.contains { description[$0...].starts(with: text.utf8) } }
    }

    func addTimings(to transfer: inout TransferDetails) {
        let steps: [(String, CurlInfo)] = [
            ("name", .nameLookupTime), ("connect", .connectTime), ("TLS", .tlsTime), ("first byte", .firstByteTime),
        ]
        transfer.steps = steps.map { TransferDetails.Step(name: $0, end: time($1)) }.filter { $0.end > .zero }
        transfer.total = totalTime
    }

    var totalTime: Duration { time(.totalTime) }

    private func time(_ info: CurlInfo) -> Duration {
        var microseconds: Int64 = 0
        ccurl_get(library.easyGetinfo, handle, info.rawValue, &microseconds)
        return .microseconds(microseconds)
    }
}
