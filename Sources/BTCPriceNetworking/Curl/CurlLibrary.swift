import BTCPriceCore
import CCurl

/// libcurl, opened at the first use and never closed. Only this file knows the C target.
struct CurlLibrary: Sendable {
    /// The one libcurl of this process, or a line that says why there is none.
    static let shared = Result { () throws(Missing) in try CurlLibrary() }

    /// To be called before a thread that will use it is started; only the first call does anything.
    static func prepareForThreads() { preparation }

    private static let preparation: Void = ccurl_prepare_for_threads()

    struct Missing: Error {
        let description: String
    }

    /// Whether it verifies with OpenSSL, whose certificate directories are looked up by hash.
    let usesOpenSSL: Bool
    /// Whether its verify results are those of OpenSSL and its relatives.
    let usesX509Results: Bool
    /// The certificate directory it was built with.
    let certificateDirectory: String?

    private init() throws(Missing) {
        if let problem = ccurl_open() { throw Missing(description: String(cString: problem)) }
        let build = ccurl_build()
        let tls = build.tls.map { String(cString: $0) } ?? ""
        usesOpenSSL = tls.hasPrefix("OpenSSL/")
        usesX509Results = usesOpenSSL || tls.hasPrefix("LibreSSL/") || tls.hasPrefix("BoringSSL")
        certificateDirectory = build.ca_directory.map { String(cString: $0) }
    }

    func makeHandle() -> CurlHandle? { CurlHandle() }

    /// libcurl's own words for a code: fixed texts, which hold nothing a peer sent.
    func words(for code: Int32) -> String { String(cString: ccurl_easy_strerror(code)) }
}

/// One transfer of libcurl's, for one thread.
final class CurlHandle {
    /// The most that is read.
    static let mostBody = 64 << 10
    static let mostHeader = 16 << 10

    private let handle: OpaquePointer
    private var lines: OpaquePointer?
    private(set) var body: [UInt8] = []
    private var headerSize = 0
    private var retryAfterSeconds: Int64?
    private(set) var isOverflowing = false
    /// Asked now and then, from inside `perform`: true ends the transfer.
    var isAbandoned: () -> Bool = { false }

    fileprivate init?() {
        guard let handle = ccurl_easy_init() else { return nil }
        self.handle = handle
    }

    deinit {
        ccurl_easy_cleanup(handle)
        ccurl_list_free(lines)
    }

    /// An option that takes a number (curl/curl.h).
    enum Number: Int32 {
        case timeoutMilliseconds = 155
        case noProgress = 43
        case noSignal = 99
        case httpVersion = 84
        case tlsVersion = 32
        case verifyPeer = 64
        case verifyHost = 81
        case protocols = 181
        case http09 = 285
        case quickExit = 322
    }

    /// An option that takes a text.
    enum Text: Int32 {
        case url = 10_002
        case userAgent = 10_018
        case certificateFile = 10_065
        case certificateDirectory = 10_097
        case noProxy = 10_177
    }

    /// What a finished transfer tells.
    private enum Info: Int32 {
        case status = 0x200002
        case verifyResult = 0x20000D
        case systemError = 0x200019
        case totalTime = 0x600032
        case nameLookupTime = 0x600033
        case connectTime = 0x600034
        case firstByteTime = 0x600036
        case tlsTime = 0x600038
        case retryAfter = 0x600039
    }

    /// The code it returned; 0 when it was taken.
    func set(_ option: Number, _ value: Int) -> Int32 { ccurl_set_number(handle, option.rawValue, value) }

    /// The code it returned; nil unsets the option.
    func set(_ option: Text, _ value: String?) -> Int32 { ccurl_set_text(handle, option.rawValue, value) }

    /// Sends these lines with the request.
    func setHeaders(_ headers: [String]) -> Int32 {
        for header in headers {
            guard let longer = ccurl_list_append(lines, header) else { return CurlCode.outOfMemory }
            lines = longer
        }
        return lines == nil ? 0 : ccurl_set_list(handle, 10_023, lines)  // CURLOPT_HTTPHEADER
    }

    /// Runs the transfer to its end, on this thread.
    func perform() -> Int32 {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let codes = [
            ccurl_set_body(
                handle,
                { bytes, size, count, context in
                    CurlHandle.from(context).receive(bytes, size * count)
                }, context),
            ccurl_set_header(
                handle,
                { bytes, size, count, context in
                    CurlHandle.from(context).receiveHeader(bytes, size * count)
                }, context),
            ccurl_set_progress(
                handle,
                { context, _, _, _, _ in
                    CurlHandle.from(context).isAbandoned() ? 1 : 0
                }, context),
        ]
        if let refused = codes.first(where: { $0 != 0 }) { return refused }
        return ccurl_easy_perform(handle)
    }

    var status: Int { ccurl_get_number(handle, Info.status.rawValue) }
    var verifyResult: Int { ccurl_get_number(handle, Info.verifyResult.rawValue) }
    var systemError: Int32 { Int32(truncatingIfNeeded: ccurl_get_number(handle, Info.systemError.rawValue)) }

    /// What the last `Retry-After` asks for: seconds, or the time until a date, which libcurl reads.
    var retryAfter: Duration? {
        let seconds = retryAfterSeconds ?? ccurl_get_offset(handle, Info.retryAfter.rawValue)
        return seconds > 0 ? .seconds(min(seconds, RetryAfter.mostSeconds)) : nil
    }

    var timings: TransferTimings {
        TransferTimings(
            nameLookup: time(.nameLookupTime), connect: time(.connectTime), tls: time(.tlsTime),
            firstByte: time(.firstByteTime), total: time(.totalTime))
    }

    private func time(_ info: Info) -> Duration {
        .microseconds(max(0, ccurl_get_offset(handle, info.rawValue)))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
        // perform() passes itself, and outlives every callback.
        Unmanaged<CurlHandle>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Taking fewer bytes than there are ends the transfer.
    private func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, body.count + count <= Self.mostBody else {
            isOverflowing = true
            return 0
        }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        headerSize += count
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        if line.count < 100, let seconds = RetryAfter.seconds(in: line) { retryAfterSeconds = seconds }
        guard headerSize <= Self.mostHeader else {
            isOverflowing = true
            return 0
        }
        return count
    }
}
