#if os(Linux)
    import Foundation
    import TestSupport

    /// A libcurl with variables that change what it does; see `Libraries/libcurl-shim.c`.
    enum LibcurlShim {
        static let missing =
            Program.missing(["clang"]) + (real == nil ? ["the package libcurl4"] : [])
            + (isSanitized ? ["no sanitizer"] : [])

        /// The file of the system's libcurl.
        private static let real: String? = {
            guard dlopen("libcurl.so.4", RTLD_LAZY) ?? dlopen("libcurl-gnutls.so.4", RTLD_LAZY) != nil,
                let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
            else { return nil }
            let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
            let paths = lines.compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
            return paths.first { $0.contains("/libcurl") }.map { String($0) }
        }()

        /// Makes the runs of the sandbox open it, by this name.
        static func use(in box: Sandbox, as name: String = "libcurl.so.4") throws {
            try box.compile(CLibrary.libcurlShim, to: "shim/\(name)", options: "-ldl")
            box.environment["SHIM_REAL"] = real
            box.environment["LD_LIBRARY_PATH"] = "\(box.directory)/shim"
        }
    }
#endif
