import BTCPriceCore
import CCurl

/// One transfer of libcurl, to be used on one thread.
final class CurlHandle {
    static let maxBodySize = 64 << 10
    static let maxHeaderSize = 16 << 10
    private static let errorBufferSize = 256

    private let handle: OpaquePointer
    private var headers: OpaquePointer?
    /// libcurl's description of an error. It may contain what the peer sent, so it is searched but never printed.
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: CurlHandle.errorBufferSize)
    private(set) var head = ResponseHead()
    private(set) var body: [UInt8] = []
    private var headerSize = 0
    /// Whether the transfer was ended because the response exceeds a limit.
    private(set) var isTooLarge = false

    /// Nil if out of memory.
    init?() {
        guard let handle = ccurl_easy_init() else { return nil }
        self.handle = handle
        errorBuffer.initialize(repeating: 0, count: Self.errorBufferSize)
    }

    deinit {
        ccurl_easy_cleanup(handle)
        ccurl_list_free(headers)
        errorBuffer.deallocate()
    }

    /// The status of the response so far; 0 if there is none.
    var status: Int { max(0, number(.status)) }

    /// Whether status and headers are sufficient, whatever becomes of the body: a rate limit or a block.
    private var headersDecide: Bool { head.isComplete && [418, 429, 451].contains(status) }

    /// Whether there is a response that is not a success, even if the transfer failed later.
    var hasErrorResponse: Bool { head.isComplete && !(200..<300).contains(status) }

    /// Returns an error code, or 0.
    func set(_ option: CurlOption.Number, _ value: Int) -> Int32 { ccurl_set_number(handle, option.rawValue, value) }

    /// Returns an error code, or 0. Nil resets the option.
    func set(_ option: CurlOption.Text, _ value: String?) -> Int32 { ccurl_set_text(handle, option.rawValue, value) }

    /// Returns an error code, or 0.
    func set(_ option: CurlOption.Text, path: [UInt8]) -> Int32 {
        (path + [0]).withUnsafeBytes { bytes in
            ccurl_set_text(handle, option.rawValue, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
    }

    /// Returns an error code, or 0.
    func setHeaders(_ lines: [String]) -> Int32 {
        for line in lines {
            guard let longer = ccurl_list_append(headers, line) else { return CurlCode.outOfMemory }
            headers = longer
        }
        return headers == nil ? 0 : ccurl_set_list(handle, CurlOption.headers, headers)
    }

    /// Runs the transfer on this thread. Returns an error code, or 0.
    func perform() -> Int32 {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let codes = [
            ccurl_set_buffer(handle, CurlOption.errorBuffer, errorBuffer),
            ccurl_set_body(
                handle, { bytes, size, count, context in CurlHandle.from(context).receive(bytes, size * count) },
                context),
            ccurl_set_header(
                handle, { bytes, size, count, context in CurlHandle.from(context).receiveHeader(bytes, size * count) },
                context),
        ]
        return codes.first { $0 != 0 } ?? ccurl_easy_perform(handle)
    }

    /// -1 if libcurl does not know.
    func number(_ info: CurlInfo.Number) -> Int { ccurl_get_number(handle, info.rawValue) }

    /// The error number of a connection that failed.
    var systemError: Int32 { Int32(truncatingIfNeeded: number(.systemError)) }

    /// Whether libcurl's description of the error contains one of these texts.
    func errorContains(_ texts: [String]) -> Bool {
        let description = Array(String(cString: errorBuffer).utf8)
        return texts.contains { text in description.indices.contains { description[$0...].starts(with: text.utf8) } }
    }

    var details: TransferDetails {
        var details = TransferDetails()
        details.nameLookup = time(.nameLookupTime)
        details.connect = time(.connectTime)
        details.tls = time(.tlsTime)
        details.firstByte = time(.firstByteTime)
        details.total = time(.totalTime)
        return details
    }

    private func time(_ info: CurlInfo.Time) -> Duration {
        .microseconds(ccurl_get_offset(handle, info.rawValue))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
        // `perform` passes itself, and outlives the callbacks.
        Unmanaged<CurlHandle>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Returns how many bytes were accepted; fewer than `count` end the transfer.
    private func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, body.count + count <= Self.maxBodySize else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    /// Returns how many bytes were accepted; fewer than `count` end the transfer.
    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        headerSize += count
        guard headerSize <= Self.maxHeaderSize else {
            isTooLarge = true
            return 0
        }
        head.append(line: UnsafeRawBufferPointer(start: bytes, count: count), status: status)
        return headersDecide ? 0 : count
    }
}
