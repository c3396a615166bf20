import BTCPriceCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension PriceStoreError {
    /// What the system says of an error number, such as `No space left on device`.
    init(errno code: Int32) {
        self.init(String(cString: strerror(code)))
    }
}
