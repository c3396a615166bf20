import CPlatform
import Platform

/// libcurl, opened at run time.
struct CurlLibrary: @unchecked Sendable {
    struct LoadError: Error {
        let description: String
    }

    /// With an unusable configuration, OpenSSL has no algorithms, not even for random numbers.
    static let tlsNotSetUp = "TLS cannot be set up; check OPENSSL_CONF"

    // For packagers, dlopen_note.c lists those of Linux too.
    #if canImport(Darwin)
        private static let sonames = ["/usr/lib/libcurl.4.dylib"]
    #else
        private static let sonames = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif

    /// Opened at the first use, and never closed. Other threads wait while it is being opened.
    static var shared: Result<CurlLibrary, LoadError> {
        ccurl_once {
            do throws(LoadError) {
                CurlLibrary.loaded = .success(try CurlLibrary())
            } catch {
                CurlLibrary.loaded = .failure(error)
            }
        }
        return loaded
    }

    /// Written by the thread that opens libcurl.
    nonisolated(unsafe) private static var loaded = Result<CurlLibrary, LoadError>.failure(
        LoadError(description: "libcurl is not loaded"))

    /// The address of what libcurl has allocated.
    typealias Handle = UnsafeMutableRawPointer

    let easyInit: @convention(c) () -> Handle?
    let easyStrerror: @convention(c) (Int32) -> UnsafePointer<CChar>
    let multiInit: @convention(c) () -> Handle?
    let multiAdd: @convention(c) (Handle, Handle) -> Int32
    let multiPerform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Int32
    let multiPoll: @convention(c) (Handle, UnsafeRawPointer?, UInt32, Int32, UnsafeRawPointer?) -> Int32
    let multiRead: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<CCurlMessage>?
    let listAppend: @convention(c) (Handle?, UnsafePointer<CChar>) -> Handle?
    /// curl_easy_setopt and curl_easy_getinfo, which are variadic: C calls them.
    let easySetopt: UnsafeMutableRawPointer
    let easyGetinfo: UnsafeMutableRawPointer

    /// Such as `7.88.1 (OpenSSL/3.0.17)`.
    let description: String
    /// 0x081600 is 8.22.0.
    let version: Int
    /// Whether its TLS library is OpenSSL, which finds certificates in a directory by their hash.
    let usesOpenSSL: Bool
    /// Whether verify results are known to be those of OpenSSL, as with LibreSSL and BoringSSL.
    let usesX509Results: Bool
    /// The bundle that libcurl was built with; nil if there is none, or if libcurl is too old to say.
    let certificateFile: [UInt8]?
    /// The directory that libcurl was built with; nil if there is none, or if libcurl is too old to say.
    let certificateDirectory: [UInt8]?

    private typealias VerifyErrorString = @convention(c) (Int) -> UnsafePointer<CChar>?
    private let verifyErrorString: VerifyErrorString?

    private init() throws(LoadError) {
        let library = try Self.openLibrary()
        func symbol<Symbol>(_ name: String) throws(LoadError) -> Symbol {
            guard let address = dlsym(library, name) else { throw LoadError(description: "libcurl has no \(name)") }
            return unsafeBitCast(address, to: Symbol.self)
        }
        let globalInit: @convention(c) (Int) -> Int32 = try symbol("curl_global_init")
        let versionInfo: @convention(c) (Int32) -> UnsafePointer<CCurlVersionInfo> = try symbol("curl_version_info")
        easyInit = try symbol("curl_easy_init")
        easyStrerror = try symbol("curl_easy_strerror")
        multiInit = try symbol("curl_multi_init")
        multiAdd = try symbol("curl_multi_add_handle")
        multiPerform = try symbol("curl_multi_perform")
        multiPoll = try symbol("curl_multi_poll")
        multiRead = try symbol("curl_multi_info_read")
        listAppend = try symbol("curl_slist_append")
        easySetopt = try symbol("curl_easy_setopt")
        easyGetinfo = try symbol("curl_easy_getinfo")
        // Before `versionInfo`: on macOS, this makes libcurl choose its TLS library.
        let initCode = globalInit(CurlValue.globalDefault)
        // The struct is not copied, since that of an older libcurl has fewer members.
        let info = versionInfo(CurlValue.eleventhVersionInfo)
        let tls = info.pointee.ssl_version.map { String(cString: $0) } ?? ""
        // macOS may name two, as in `(SecureTransport) LibreSSL/3.3.6`; the one in parentheses is not used.
        let tlsInUse = tls.split(separator: " ").first { !$0.hasPrefix("(") } ?? ""
        description = String(cString: info.pointee.version) + (tls.isEmpty ? "" : " (\(tls))")
        version = Int(info.pointee.version_num)
        usesOpenSSL = tlsInUse.hasPrefix("OpenSSL/")
        usesX509Results = usesOpenSSL || tlsInUse.hasPrefix("LibreSSL/") || tlsInUse.hasPrefix("BoringSSL")
        let (file, directory) = info.pointee.age >= 6 ? (info.pointee.cainfo, info.pointee.capath) : (nil, nil)
        certificateFile = file.map { Array(String(cString: $0).utf8) }
        certificateDirectory = directory.map { Array(String(cString: $0).utf8) }
        // Of the TLS library, with which libcurl is linked; optional.
        verifyErrorString =
            usesX509Results
            ? dlsym(library, "X509_verify_cert_error_string").map { unsafeBitCast($0, to: VerifyErrorString.self) }
            : nil
        guard initCode == 0 else {
            throw LoadError(description: usesOpenSSL ? Self.tlsNotSetUp : "libcurl cannot be initialized")
        }
    }

    /// Why the TLS library does not trust a certificate, in its own words, such as `EE certificate key too weak`; nil
    /// if it cannot be asked.
    func verifyReason(_ verifyResult: Int) -> String? {
        verifyErrorString?(verifyResult).map { TerminalText.limited(String(cString: $0).utf8) }
    }

    /// RTLD_LAZY: of the thousands of functions in thirty libraries, a transfer calls few.
    private static func openLibrary() throws(LoadError) -> UnsafeMutableRawPointer {
        var reason = " (tried \(sonames.joined(separator: ", "))): install \(CCURL_PACKAGE)"
        for soname in sonames {
            if let library = dlopen(soname, RTLD_LAZY) { return library }
            let error = loaderError()
            // No library's name ends with `!`: this gets the loader's words for a missing one, to compare.
            _ = dlopen("\(soname)!", RTLD_LAZY)
            let errorIfMissing = loaderError().filter { $0 != "!" }
            if error != errorIfMissing { reason = ": \(error)" }
        }
        throw LoadError(description: "libcurl cannot be loaded\(reason)")
    }

    /// Its first line. About a missing dependency, macOS says more on further lines.
    private static func loaderError() -> String {
        let text = dlerror().map { String(cString: $0) } ?? ""
        return String(text.prefix { $0 != "\n" })
    }
}
