// The C library for every target that touches the operating system: `import Platform` is sufficient.
#if canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif
