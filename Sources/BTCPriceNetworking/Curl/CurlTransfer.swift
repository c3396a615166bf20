import BTCPriceCore
import CPlatform
import Platform

/// One transfer, to be used on one thread.
///
/// Frees nothing and closes no connection, though libcurl may: a process makes a few transfers for each source and then
/// ends, and closing a TLS connection would delay the response.
final class CurlTransfer {
    private static let errorBufferSize = 256
    /// In milliseconds. If it were much longer, libcurl could notice up to a second late that an attempt to connect has
    /// ended.
    private static let pollInterval: Int32 = 50
    private static let usualLookupTime = Duration.milliseconds(40)
    /// At least this is left to connect after the look-up of the name.
    private static let minConnectTime = Duration.milliseconds(500)

    let library: CurlLibrary
    /// The code of the first error, in an option or in the transfer.
    private(set) var code: Int32 = 0
    private(set) var response: ReceivedResponse
    private(set) var sockets = CurlSockets()
    /// When libcurl began; like the times in `sockets`, on the clock of the request.
    private(set) var start = Duration.zero

    private let clock: MonotonicClock
    private let handle: UnsafeMutableRawPointer
    private var requestHeaders: UnsafeMutableRawPointer?
    /// It may contain what the peer sent, so it is searched but never printed.
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: errorBufferSize)

    /// Nil if libcurl cannot create a handle, usually because no memory is left.
    ///
    /// - Parameter clock: of the request, which may be made in several attempts.
    init?(_ library: CurlLibrary, clock: MonotonicClock, readsBodyOfRateLimit: Bool) {
        guard let handle = library.easyInit() else { return nil }
        self.library = library
        self.clock = clock
        response = ReceivedResponse(readsBodyOfRateLimit: readsBodyOfRateLimit)
        self.handle = handle
        errorBuffer.initialize(repeating: 0, count: Self.errorBufferSize)
    }

    /// - Parameter ifSupported: ignores the option if libcurl, or its TLS library, does not know it.
    func set(_ option: CurlOption, _ value: Int, ifSupported: Bool = false) {
        record(ccurl_set_number(library.easySetopt, handle, option.rawValue, value), ifSupported: ifSupported)
    }

    func set(_ option: CurlOption, text: String, ifSupported: Bool = false) {
        set(option, bytes: Array(text.utf8), ifSupported: ifSupported)
    }

    /// Nil removes the value, even a built-in certificate file (not in libcurl 8.21 and 8.22).
    func set(_ option: CurlOption, bytes: [UInt8]?, ifSupported: Bool = false) {
        guard let bytes else { return set(option, address: nil, ifSupported: ifSupported) }
        // libcurl copies the text.
        (bytes + [0]).withUnsafeBytes { set(option, address: $0.baseAddress, ifSupported: ifSupported) }
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

    /// Blocks until the transfer ends or is given up. If a required option could not be set, nothing is sent.
    ///
    /// - Parameter connectLimit: since `start`; ends with `timedOut` if there is no connection by then, or by
    ///   `minConnectTime` after the look-up of the name if that is later. During the look-up it does not apply.
    ///   libcurl's own limit counts the look-up and the TLS handshake.
    func perform(connectLimit: Duration?) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let receiveBody: CCurlReceive = {
            CurlTransfer.from($3).response.append(body: .init(start: $0, count: $1 * $2))
        }
        let receiveHeader: CCurlReceive = {
            let transfer = CurlTransfer.from($3)
            return transfer.response.append(
                header: .init(start: $0, count: $1 * $2), status: max(0, transfer.number(.status)))
        }
        let addSocket: CCurlSocket = { context, descriptor, _ in
            let transfer = CurlTransfer.from(context)
            transfer.sockets.add(descriptor, at: transfer.clock.elapsed)
            return 0
        }
        let closeSocket: CCurlClose = { context, descriptor in
            CurlTransfer.from(context).sockets.remove(descriptor)
            return close(descriptor)
        }
        set(.errorBuffer, address: errorBuffer)
        for option in [CurlOption.socketContext, .closeContext, .bodyContext, .headContext] {
            set(option, address: context)
        }
        set(.socketFunction, address: unsafeBitCast(addSocket, to: UnsafeRawPointer.self))
        set(.closeFunction, address: unsafeBitCast(closeSocket, to: UnsafeRawPointer.self))
        set(.bodyFunction, address: unsafeBitCast(receiveBody, to: UnsafeRawPointer.self))
        set(.headFunction, address: unsafeBitCast(receiveHeader, to: UnsafeRawPointer.self))
        guard code == 0 else { return }
        guard let multi = library.multiInit(), library.multiAdd(multi, handle) == 0 else {
            return record(CurlCode.failedInit)
        }
        start = clock.elapsed
        var isLookupSlow = false
        var (running, messages): (Int32, Int32) = (0, 0)
        while library.multiPerform(multi, &running) == 0, running > 0 {
            let now = clock.elapsed
            sockets.update(at: now)
            if let connectLimit, let lookup = sockets.firstOpened, !isConnected,
                now > Self.connectDeadline(start + connectLimit, lookup: lookup)
            {
                return record(CurlCode.timedOut)
            }
            if !isLookupSlow, sockets.firstOpened == nil, now - start > Self.usualLookupTime {
                isLookupSlow = true
                // A look-up that gets no thread never ends, and some versions of libcurl do not report that.
                if !DetachedThread.canStartOrdinary { return record(CurlCode.hostNotFound) }
            }
            // A poll can fail, for example when memory is short; the next one may succeed.
            if library.multiPoll(multi, nil, 0, Self.pollInterval, nil) != 0 { usleep(10_000) }
        }
        code = library.multiRead(multi, &messages)?.pointee.result ?? CurlCode.failedInit
    }

    /// `limit`, or `minConnectTime` after the look-up of the name if that is later.
    static func connectDeadline(_ limit: Duration, lookup: Duration) -> Duration {
        max(limit, lookup + minConnectTime)
    }

    /// Whether there has been a connection.
    var isConnected: Bool { sockets.connected != nil }

    /// Whether the request goes through its proxy. libcurl before 8.7 does not say: the answer is no if the proxy has
    /// exceptions and the connection is to the source's port, else yes.
    func usesProxy(of request: HTTPRequest) -> Bool {
        guard let proxy = request.proxy else { return false }
        let used = number(.usedProxy)
        if used >= 0 { return used > 0 }
        return !(proxy.hasExceptions && sockets.peerPort == request.port)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
        // `perform` passes self, and returns after the last callback.
        Unmanaged<CurlTransfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// -1 if libcurl does not know the info.
    func number(_ info: CurlInfo) -> Int {
        var value = -1
        ccurl_get(library.easyGetinfo, handle, info.rawValue, &value)
        return value
    }

    /// Since `start`; zero if the transfer has not come so far, except for `firstByteTime` from libcurl 8.21 on.
    func time(_ info: CurlInfo) -> Duration {
        var microseconds: Int64 = 0
        ccurl_get(library.easyGetinfo, handle, info.rawValue, &microseconds)
        return .microseconds(microseconds)
    }

    /// The error number of a connection that failed.
    var systemError: Int32 { Int32(truncatingIfNeeded: number(.systemError)) }

    /// Whether libcurl's description of the error contains one of the texts.
    func errorContains(_ texts: [String]) -> Bool {
        let description = Array(String(cString: errorBuffer).utf8)
        return texts.contains { text in description.indices.contains { description[$0...].starts(with: text.utf8) } }
    }
}
