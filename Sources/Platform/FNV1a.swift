extension Collection where Element == UInt8 {
    /// The 64-bit hash FNV-1a, for what may have any length: base URLs, and the configuration of a background refresh.
    package var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
