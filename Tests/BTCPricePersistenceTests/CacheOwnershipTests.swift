import BTCPriceCore
import BTCPricePersistence
import Foundation
import System
import TestSupport
import Testing

#if !canImport(Darwin)
    /// Whose the cache directory is, and who may write to it. XDG_CACHE_HOME is `a/caches` in a temporary directory.
    @Suite struct CacheOwnershipTests {
        /// Only root can give a directory to another user.
        private static let canGiveAway = geteuid() == 0 && OtherUser.isToBeHad

        private let directory = TemporaryDirectory()
        private var btcq: File { directory.file("a/caches/btcq") }

        // Its owner.

        /// Of several, the innermost is named.
        @Test(
            .enabled(if: canGiveAway, "only root can give a directory to another user"),
            arguments: [[""], ["/a"], ["/a/caches"], ["/a/caches/btcq"], ["", "/a", "/a/caches"]], [true, false])
        func path_whenADirectoryOnItBelongsToAnotherUser_isAnErrorForRoot(_ paths: [String], _ exists: Bool) throws {
            try (exists || paths.contains("/a/caches/btcq") ? btcq : directory.file("a/caches")).makeDirectory()
            #expect(throws: Never.self) { try Self.cache(in: directory.path).path }
            for path in paths { try Self.giveAway(directory.path + path) }
            let isGivenAway = paths.contains("/a/caches/btcq")
            if isGivenAway { chmod(btcq.path, 0o777) }
            let before = contents(of: "\(directory.path)/a/caches")
            expectOtherUser(directory.path + (paths.last ?? ""))
            #expect(contents(of: "\(directory.path)/a/caches") == before)
            #expect(!isGivenAway || btcq.mode == 0o777)
        }

        /// The directory of the link and that of its target.
        @Test(
            .enabled(if: canGiveAway, "only root can give a directory to another user"),
            arguments: ["target", "a/caches/btcq"])
        func path_whenTheDirectoryIsALink_isAnErrorIfTheLinkOrItsTargetBelongsToAnotherUser(_ path: String) throws {
            try makeLink()
            #expect(throws: Never.self) { try Self.cache(in: directory.path).path }
            try Self.giveAway("\(directory.path)/\(path)")
            expectOtherUser(btcq.path)
        }

        /// HOME on a disk of root's, or XDG_CACHE_HOME in `/tmp`.
        @Test(.enabled(if: canGiveAway, "only root can become another user"))
        func path_whenADirectoryBelongsToAnotherUser_isAnErrorForOrdinaryUsersOnlyIfItIsTheLast() async {
            await #expect(processExitsWith: .success) {
                try withTemporaryFolder { directory in
                    let btcq = File("a/caches/btcq", in: directory)
                    try btcq.makeDirectory()
                    try #require(chmod(btcq.path, 0o777) == 0)
                    try OtherUser.becoming {
                        let error = StoreError.disabled(.directoryOfAnotherUser(path: btcq.path))
                        #expect(throws: error) { try CacheOwnershipTests.cache(in: directory).path }
                    }
                    #expect(btcq.mode == 0o777)
                    try CacheOwnershipTests.giveAway(btcq.path)
                    try OtherUser.becoming {
                        let cache = CacheOwnershipTests.cache(in: directory)
                        try FilePriceStore(directory: cache, currency: .usd) { .seconds(60) }.insert(.quote("7"))
                    }
                    #expect(contents(of: btcq.path) == ["BTC-USD.json", "BTC-USD.lock"])
                    #expect(btcq.mode == 0o700)
                }
            }
        }

        // Its mode.

        @Test(arguments: [
            (0o777, 0o700), (0o770, 0o700), (0o707, 0o700), (0o722, 0o700), (0o755, 0o755), (0o700, 0o700),
            (0o711, 0o711), (0o1777, 0o700), (0o500, 0o500),
        ])
        func directory_whenOthersCanWriteToIt_getsMode0700(_ old: Int, _ new: Int) throws {
            try btcq.makeDirectory()
            let parent = directory.file("a/caches")
            for file in [btcq, parent] { try #require(chmod(file.path, mode_t(old)) == 0) }
            _ = Self.cache(in: directory.path)
            #expect([btcq.mode, parent.mode] == [new, old])
            try #require(chmod(parent.path, 0o700) == 0)
        }

        @Test func directory_whenItIsALink_keepsTheModeOfItsTarget() throws {
            try makeLink()
            let target = directory.file("target")
            try #require(chmod(target.path, 0o777) == 0)
            _ = Self.cache(in: directory.path)
            #expect(target.mode == 0o777)
        }

        private func makeLink() throws {
            let target = directory.file("target")
            try target.makeDirectory()
            try directory.file("a/caches").makeDirectory()
            try btcq.makeLink(to: target)
        }

        private func expectOtherUser(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
            let error = StoreError.disabled(.directoryOfAnotherUser(path: path))
            #expect(throws: error, sourceLocation: sourceLocation) { try Self.cache(in: directory.path).path }
        }

        private static func cache(in directory: String) -> CacheDirectory {
            CacheDirectory(Environment { $0 == "XDG_CACHE_HOME" ? Array("\(directory)/a/caches".utf8) : nil })
        }

        /// Changes the owner of a directory or link.
        private static func giveAway(_ path: String) throws {
            try #require(lchown(path, OtherUser.id, OtherUser.id) == 0)
        }
    }
#endif
