import BTCPriceCore
import BTCPriceNetworking
import CCurl
import Platform

/// One transfer, to be used on one thread.
///
/// Nothing is freed, and the connection is not closed: a process makes at most three transfers for each source and then
/// ends, and closing a TLS connection would delay the response.
final class CurlHandle {
    private static let errorBufferSize = 256
    /// In milliseconds. If it were longer, libcurl could notice up to a second late that an attempt to connect has ended.
    private static let pollInterval: Int32 = 50
    private static let minConnectTime = Duration.milliseconds(500)

    let library: CurlLibrary
    /// The code of the first error, in an option or in the transfer.
    private(set) var code: Int32 = 0
    private(set) var response = ReceivedResponse()

    private let handle: UnsafeMutableRawPointer
    /// Whether there is a TCP connection. Since 7.88 libcurl says so only after the TLS handshake, but calls `tlsFunction`
    /// before it, with some TLS libraries.
    private var isConnected = false
    private var requestHeaders: UnsafeMutableRawPointer?
    /// It may contain what the peer sent, so it is searched but never printed.
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: errorBufferSize)

    /// Nil if there is no memory left.
    init?(_ library: CurlLibrary) {
        guard let handle = library.easyInit() else { return nil }
        self.library = library
        self.handle = handle
        errorBuffer.initialize(repeating: 0, count: Self.errorBufferSize)
    }

    /// - Parameter ifSupported: ignores the option if libcurl, or its TLS library, does not know it.
    func set(_ option: CurlOption, _ value: Int, ifSupported: Bool = false) {
        record(ccurl_set_number(library.easySetopt, handle, option.rawValue, value), ifSupported: ifSupported)
    }

    func set(_ option: CurlOption, text: String, ifSupported: Bool = false) {
        set(option, path: Array(text.utf8), ifSupported: ifSupported)
    }

    /// Nil resets the option.
    func set(_ option: CurlOption, path: [UInt8]?, ifSupported: Bool = false) {
        guard let path else { return set(option, address: nil, ifSupported: ifSupported) }
        // libcurl copies the text.
        (path + [0]).withUnsafeBytes { set(option, address: $0.baseAddress, ifSupported: ifSupported) }
    }

    private func set(_ option: CurlOption, address: UnsafeRawPointer?, ifSupported: Bool = false) {
        record(ccurl_set_pointer(library.easySetopt, handle, option.rawValue, address), ifSupported: ifSupported)
    }

    func setHeaders(_ lines: [String]) {
        for line in lines {
            guard let longer = library.listAppend(requestHeaders, line) else { return record(CurlCode.outOfMemory) }
            requestHeaders = longer
        }
        set(.headers, address: requestHeaders)
    }

    private func record(_ code: Int32, ifSupported: Bool = false) {
        let isUnsupported = code == CurlCode.notBuiltIn || code == CurlCode.unknownOption
        if self.code == 0, !(ifSupported && isUnsupported) { self.code = code }
    }

    /// If a required option could not be set, nothing is sent.
    ///
    /// - Parameter limit: ends with `timedOut` if there is no connection by then. Does not end a look-up of the name, which
    ///   the next attempt would have to repeat, and after a slow one leaves `minConnectTime` to connect. libcurl's own limit
    ///   would end the look-up and the TLS handshake too.
    func perform(connectLimit limit: Duration?) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let receiveBody: CCurlReceive = { CurlHandle.from($3).response.append(body: .init(start: $0, count: $1 * $2)) }
        let receiveHeader: CCurlReceive = {
            let handle = CurlHandle.from($3)
            return handle.response.append(
                header: .init(start: $0, count: $1 * $2), status: max(0, handle.number(.status)))
        }
        let beginTLS: CCurlBeginTLS = { _, _, context in
            CurlHandle.from(context).isConnected = true
            return 0
        }
        set(.errorBuffer, address: errorBuffer)
        set(.bodyContext, address: context)
        set(.bodyFunction, address: unsafeBitCast(receiveBody, to: UnsafeRawPointer.self))
        set(.headContext, address: context)
        set(.headFunction, address: unsafeBitCast(receiveHeader, to: UnsafeRawPointer.self))
        set(.tlsContext, address: context, ifSupported: true)
        set(.tlsFunction, address: unsafeBitCast(beginTLS, to: UnsafeRawPointer.self), ifSupported: true)
        guard code == 0, let multi = library.multiInit(), library.multiAdd(multi, handle) == 0 else {
            return record(CurlCode.failedInit)
        }
        let clock = MonotonicClock()
        var (running, messages): (Int32, Int32) = (0, 0)
        while library.multiPerform(multi, &running) == 0, running > 0 {
            let lookup = time(.nameLookupTime)
            isConnected = isConnected || time(.connectTime) > .zero
            if let limit, lookup > .zero, !isConnected, clock.elapsed > max(limit, lookup + Self.minConnectTime) {
                return record(CurlCode.timedOut)
            }
            guard library.multiPoll(multi, nil, 0, Self.pollInterval, nil) == 0 else { break }
        }
        code = library.multiRead(multi, &messages)?.pointee.result ?? CurlCode.failedInit
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
        // `perform` passes itself, and outlives the callbacks.
        Unmanaged<CurlHandle>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// -1 if libcurl does not know the info.
    func number(_ info: CurlInfo) -> Int {
        var value = -1
        ccurl_get(library.easyGetinfo, handle, info.rawValue, &value)
        return value
    }

    /// The error number of a connection that failed.
    var systemError: Int32 { Int32(truncatingIfNeeded: number(.systemError)) }

    /// Whether libcurl's description of the error contains one of the texts.
    func errorContains(_ texts: [String]) -> Bool {
        let description = Array(String(cString: errorBuffer).utf8)
        return texts.contains { text in description.indices.contains { description[$0...].starts(with: text.utf8) } }
    }

    /// - Parameters:
    ///   - host: a space and the host that was looked up; empty if unknown, as with a proxy.
    ///   - total: of all attempts; this transfer was the last.
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
