// Platform: what a process is made of. Clocks, threads and queues between them, locks on descriptors, paths, variables,
// and starting this program again. It knows nothing of prices. A file that imports it also has the C library, under the
// same names in Embedded Swift as in ordinary Swift.

// Exported again, so that a target that calls the operating system needs only `import Platform`.
#if hasFeature(Embedded)
    // Embedded Swift has no module for the C library.
    @_exported public import CPlatform

    package var errno: Int32 { cplatform_errno() }
    package var SIG_IGN: (@convention(c) (Int32) -> Void)? { cplatform_ignore_signal() }
#elseif canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif
