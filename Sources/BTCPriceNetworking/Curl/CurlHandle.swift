import BTCPriceCore
import CCurl

/// One transfer of libcurl's, for one thread.
final class CurlHandle {
    static let maxBodySize = 64 << 10
    static let maxHeaderSize = 16 << 10

    private let handle: OpaquePointer
    private var lines: OpaquePointer?
    /// What libcurl says of an error, which may hold what a peer sent: to be looked at, not to be printed.
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: CurlHandle.errorBufferSize)
    private static let errorBufferSize = 256
    private(set) var head = ResponseHead()
    private(set) var body: [UInt8] = []
    private var headerSize = 0
    private(set) var isOverflowing = false

    init?() {
        guard let handle = ccurl_easy_init() else { return nil }
        self.handle = handle
        errorBuffer.initialize(repeating: 0, count: Self.errorBufferSize)
    }

    deinit {
        ccurl_easy_cleanup(handle)
        ccurl_list_free(lines)
        errorBuffer.deallocate()
    }

    /// Whether the headers of the final answer decide, whatever becomes of its body: a limit, or a refusal.
    private var isDecided: Bool { head.isComplete && [418, 429, 451].contains(head.status) }

    /// Whether there is an answer although the transfer failed: one whose status is no success tells all by that.
    var isAnswered: Bool { head.isComplete && !(200..<300).contains(head.status) }

    /// The code it returned; 0 when it was taken.
    func set(_ option: CurlOption.Number, _ value: Int) -> Int32 { ccurl_set_number(handle, option.rawValue, value) }

    /// The code it returned; nil unsets the option.
    func set(_ option: CurlOption.Text, _ value: String?) -> Int32 { ccurl_set_text(handle, option.rawValue, value) }

    /// The code it returned. Paths are bytes, which need not be UTF-8.
    func set(_ option: CurlOption.Text, path: [UInt8]) -> Int32 {
        (path + [0]).withUnsafeBytes { bytes in
            ccurl_set_text(handle, option.rawValue, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
    }

    /// Sends these lines with the request.
    func setHeaders(_ headers: [String]) -> Int32 {
        for header in headers {
            guard let longer = ccurl_list_append(lines, header) else { return CurlCode.outOfMemory }
            lines = longer
        }
        return lines == nil ? 0 : ccurl_set_list(handle, CurlOption.headers, lines)
    }

    /// Runs the transfer to its end, on this thread.
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
        if let refused = codes.first(where: { $0 != 0 }) { return refused }
        return ccurl_easy_perform(handle)
    }

    /// A number that a finished transfer tells; -1 where libcurl does not know.
    func number(_ info: CurlInfo.Number) -> Int { ccurl_get_number(handle, info.rawValue) }

    /// The system's error number of a failed connection.
    var systemError: Int32 { Int32(truncatingIfNeeded: number(.systemError)) }

    /// Whether libcurl's words on the error hold one of these.
    func errorHolds(_ words: [String]) -> Bool {
        let text = Array(String(cString: errorBuffer).utf8)
        return words.contains { word in text.indices.contains { text[$0...].starts(with: word.utf8) } }
    }

    var timings: TransferTimings {
        TransferTimings(
            nameLookup: time(.nameLookupTime), connect: time(.connectTime), tls: time(.tlsTime),
            firstByte: time(.firstByteTime), total: time(.totalTime))
    }

    private func time(_ info: CurlInfo.Time) -> Duration {
        .microseconds(ccurl_get_offset(handle, info.rawValue))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
        // perform() passes itself, and outlives every callback.
        Unmanaged<CurlHandle>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Taking fewer bytes than there are ends the transfer.
    private func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, body.count + count <= Self.maxBodySize else {
            isOverflowing = true
            return 0
        }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        headerSize += count
        guard headerSize <= Self.maxHeaderSize else {
            isOverflowing = true
            return 0
        }
        head.take(line: UnsafeRawBufferPointer(start: bytes, count: count))
        return isDecided ? 0 : count
    }
}
