// The C library for every target that touches the operating system: `import Platform` is sufficient.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Glibc)
    @_exported public import Glibc
#else
    // Embedded Swift has no module for the C library, so these are the headers, and what Swift cannot read in them.
    @_exported public import CPlatform

    package var errno: Int32 { cplatform_errno() }
    package var SIG_IGN: CPlatformSignalHandler? { cplatform_ignore_signal() }

    package let S_IFMT: mode_t = 0o170000
    package let S_IFDIR: mode_t = 0o040000
    package let S_IFREG: mode_t = 0o100000
    package let S_IFLNK: mode_t = 0o120000
    package let S_IWGRP: mode_t = 0o020
    package let S_IWOTH: mode_t = 0o002

    package func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        cplatform_open(path, flags, mode)
    }

    package func fcntl(_ descriptor: Int32, _ command: Int32, _ argument: UnsafeMutableRawPointer? = nil) -> Int32 {
        cplatform_fcntl(descriptor, command, argument)
    }
#endif
