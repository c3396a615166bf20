import BTCPriceCore
import BTCPricePersistence
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

#if !canImport(Darwin)
    /// Whose the cache directory and its files are, and who may write to them. XDG_CACHE_HOME is `a/caches` in a
    /// temporary directory.
    @Suite(.timeLimit(.minutes(5))) struct CacheOwnershipTests {
        /// Only root can give a directory to another user.
        private static let canGiveAway = geteuid() == 0 && OtherUser.isToBeHad

        private let directory = TemporaryDirectory()
        private var btcq: File { directory.file("a/caches/btcq") }

        // Its owner.

        /// Of several, the innermost is named.
        @Test(
            .enabled(if: canGiveAway, "only root can give a directory to another user"),
            arguments: [[""], ["/a/caches/btcq"], ["", "/a", "/a/caches"]], [true, false])
        func path_whenADirectoryOnItBelongsToAnotherUser_isAnErrorForRoot(_ paths: [String], _ exists: Bool) throws {
            try (exists || paths.contains("/a/caches/btcq") ? btcq : directory.file("a/caches")).makeDirectory()
            #expect(throws: Never.self) { try Self.cache(in: directory.path).path.get() }
            for path in paths { try Self.giveAway(directory.path + path) }
            let result = Self.cache(in: directory.path).path
            let named = "\(directory.path)\(paths.last ?? "") "
            let isNamed = if case .failure(.disabled(let reason)) = result { reason.hasPrefix(named) } else { false }
            #expect(isNamed, "\(result)")
        }

        /// HOME on a disk of root's, or XDG_CACHE_HOME in `/tmp`.
        @Test(.enabled(if: canGiveAway, "only root can become another user"))
        func path_forOrdinaryUsers_isAnErrorIfTheLastDirectoryIsNotTheirs() async {
            await #expect(processExitsWith: .success) {
                // The writers of other tests have set that of the process which starts this one.
                umask(0o022)
                inTemporaryDirectory { directory in
                    let btcq = File("a/caches/btcq", in: directory)
                    try btcq.makeDirectory()
                    let cache = { CacheOwnershipTests.cache(in: directory) }
                    try OtherUser.becoming { expectEqual((try? cache().path.get()) == nil, true) }
                    try CacheOwnershipTests.giveAway(btcq.path)
                    try OtherUser.becoming { expectEqual((try? cache().path.get()) == nil, false) }
                }
            }
        }

        // Its mode, and that of its files.

        /// Only a writer changes the mode.
        @Test(arguments: [
            (0o777, 0o700), (0o770, 0o700), (0o707, 0o700), (0o755, 0o755), (0o1777, 0o700), (0o500, 0o500),
        ])
        func write_whenOthersCanWriteToTheDirectory_setsItsModeTo0700(_ old: Int, _ new: Int) throws {
            try btcq.makeDirectory()
            let parent = directory.file("a/caches")
            try #require(chmod(parent.path, mode_t(old)) == 0)
            for writer in Writer.allCases {
                try #require(chmod(btcq.path, mode_t(old)) == 0)
                let cache = Self.cache(in: directory.path)
                _ = try cache.path.get()
                _ = FilePriceStore(directory: cache, currency: .usd) { .zero }.retrieve()
                #expect(btcq.mode == old)
                // An ordinary user cannot write to a directory of mode 0500.
                try? writer.write(in: cache)
                #expect([btcq.mode, parent.mode] == [new, old], "\(writer)")
            }
            try #require(chmod(parent.path, 0o700) == 0)
        }

        // Files of another user in it, from a time when others could write to it.

        @Test(
            .enabled(if: canGiveAway, "only root can give a file to another user"),
            arguments: Writer.allCases)
        func write_whenAnotherUserHoldsALockFile_replacesItWithoutDelay(_ writer: Writer) throws {
            try btcq.makeDirectory()
            let file = File(writer.rawValue, in: btcq.path)
            try file.whileLocked {
                try Self.giveAway(file.path)
                let clock = MonotonicClock()
                try writer.write(in: Self.cache(in: directory.path))
                #expect(clock.elapsed < .seconds(50))
            }
            #expect(file.owner == geteuid())
        }

        private static func cache(in directory: String) -> CacheDirectory {
            CacheDirectory(Environment(["XDG_CACHE_HOME": "\(directory)/a/caches"]))
        }

        /// Changes the owner of a directory or link.
        private static func giveAway(_ path: String) throws {
            try #require(lchown(path, OtherUser.id, OtherUser.id) == 0)
        }
    }
#endif
