extension Collection where Element == UInt8 {
    /// The 64-bit hash FNV-1a: for names of files and for base URLs, which may have any length.
    package var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
