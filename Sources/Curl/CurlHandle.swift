import BTCPriceCore
import BTCPriceNetworking
import CCurl

/// One transfer of libcurl, to be used on one thread.
///
/// What libcurl has allocated is not freed, and the connection is not closed: a process makes at most three transfers for
/// each source and then ends, and closing a TLS connection would delay the response.
final class CurlHandle {
    static let maxBodySize = 64 << 10
    static let maxHeaderSize = 16 << 10
    private static let errorBufferSize = 256

    let library: CurlLibrary
    /// The code of the first error, in an option or in the transfer, or 0.
    private(set) var code: Int32 = 0
    /// The status of the response so far; 0 if there is none.
    private(set) var status = 0
    private(set) var head = ResponseHead()
    private(set) var body: [UInt8] = []
    /// Whether the transfer was ended because the response exceeds a limit.
    private(set) var isTooLarge = false

    private let handle: UnsafeMutableRawPointer
    private var requestHeaders: UnsafeMutableRawPointer?
    /// The size of the response's headers so far.
    private var headerSize = 0
    /// The limit of `limitConnecting`.
    private var connectLimit = Duration.zero
    /// libcurl's description of an error. It may contain what the peer sent, so it is searched but never printed.
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: errorBufferSize)

    /// Nil if out of memory.
    init?(_ library: CurlLibrary) {
        guard let handle = library.easyInit() else { return nil }
        self.library = library
        self.handle = handle
        errorBuffer.initialize(repeating: 0, count: Self.errorBufferSize)
    }

    /// Whether there is a response that is not a success, even if the transfer failed later.
    var hasErrorResponse: Bool { head.isComplete && HTTPStatus(status) != .success }

    /// - Parameter ifSupported: a libcurl, or its TLS library, that does not know the option at all is no error.
    /// - Returns: the code of the first error so far, or 0.
    @discardableResult func set(_ option: CurlOption, _ value: Int, ifSupported: Bool = false) -> Int32 {
        record(ccurl_set_number(library.easySetopt, handle, option.rawValue, value), ifSupported: ifSupported)
        return code
    }

    /// Sets a text, which ends in a zero byte, or an address. Nil resets the option.
    func set(_ option: CurlOption, _ value: UnsafeRawPointer?, ifSupported: Bool = false) {
        record(ccurl_set_pointer(library.easySetopt, handle, option.rawValue, value), ifSupported: ifSupported)
    }

    /// Sets a time limit.
    @discardableResult func set(_ option: CurlOption, _ limit: Duration) -> Int32 {
        set(option, Int(min(max(1, limit.milliseconds), Int64(Int32.max))))
    }

    /// Limits the time until the connection is made. libcurl would include the TLS handshake, so the limit ends when that begins,
    /// if the TLS library reports it; GnuTLS does not.
    ///
    /// A look-up of the name is not interrupted, since the next attempt would begin with the same look-up. After a slow look-up,
    /// connecting may take as long as the look-up did.
    func limitConnecting(to limit: Duration) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let endLimit: CCurlBeginStep = { CurlHandle.from($2).set(.connectTimeout, 0) }
        let beginLimit: CCurlBeginConnecting = { context, _, _ in CurlHandle.from(context).beginConnectLimit() }
        connectLimit = limit
        // libcurl wakes up at the end of a limit only if the limit was set before the transfer.
        set(.connectTimeout, limit)
        set(.lookupContext, context, ifSupported: true)
        set(.lookupFunction, unsafeBitCast(endLimit, to: UnsafeRawPointer.self), ifSupported: true)
        set(.socketContext, context)
        set(.socketFunction, unsafeBitCast(beginLimit, to: UnsafeRawPointer.self))
        set(.tlsContext, context, ifSupported: true)
        set(.tlsFunction, unsafeBitCast(endLimit, to: UnsafeRawPointer.self), ifSupported: true)
    }

    private func beginConnectLimit() -> Int32 { set(.connectTimeout, max(connectLimit, time(.nameLookupTime) * 2)) }

    func setHeaders(_ lines: [String]) {
        for line in lines {
            guard let longer = library.listAppend(requestHeaders, line) else { return record(CurlCode.outOfMemory) }
            requestHeaders = longer
        }
        set(.headers, requestHeaders)
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
        setCallback(.bodyFunction) { bytes, size, count, context in
            CurlHandle.from(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        setCallback(.headFunction) { bytes, size, count, context in
            CurlHandle.from(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        if code == 0 { code = library.easyPerform(handle) }
    }

    private func setCallback(_ option: CurlOption, _ function: CCurlReceive) {
        set(option, unsafeBitCast(function, to: UnsafeRawPointer.self))
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

    /// Returns how many bytes were accepted; fewer end the transfer, as when the headers are sufficient.
    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
        headerSize += line.count
        isTooLarge = headerSize > Self.maxHeaderSize
        guard !isTooLarge else { return 0 }
        status = max(0, number(.status))
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

    /// - Parameters:
    ///   - host: a space and the host that was looked up; empty if it is not known, as with a proxy.
    ///   - total: the time of all attempts, of which this transfer was the last.
    func addTimings(to transfer: inout TransferDetails, host: String, total: Duration) {
        let steps: [(String, CurlInfo)] = [
            ("name\(host)", .nameLookupTime), ("connect", .connectTime), ("TLS", .tlsTime),
            ("first byte", .firstByteTime),
        ]
        let start = total - time(.totalTime)
        transfer.steps = steps.filter { time($1) > .zero }.map { .init(name: $0, end: start + time($1)) }
        transfer.total = total
    }

    private func time(_ info: CurlInfo) -> Duration {
        var microseconds: Int64 = 0
        ccurl_get(library.easyGetinfo, handle, info.rawValue, &microseconds)
        return .microseconds(microseconds)
    }
}
