package import BTCPriceCore

package enum WallClock {
    @Sendable package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(time)
    }
}

extension stat {
    /// When the contents of the file were last changed.
    package var modificationTime: Timestamp {
        #if canImport(Darwin)
            Timestamp(st_mtimespec)
        #else
            Timestamp(st_mtim)
        #endif
    }
}

extension Timestamp {
    fileprivate init(_ time: timespec) {
        self.init(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
