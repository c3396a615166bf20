import BTCPriceCore
import BTCPricePersistence
import Foundation
import System
import TestSupport
import Testing

#if !canImport(Darwin)
    /// Whose the cache directory is, and who may write to it. XDG_CACHE_HOME is `a/caches` in a temporary directory.
    @Suite struct CacheOwnershipTests {
        private static let isRoot = geteuid() == 0

        // Its owner.

        @Test(
            .enabled(if: isRoot && OtherUser.isToBeHad, "only root can give a directory to another user"),
            arguments: ["", "/a", "/a/caches", "/a/caches/btcq"])
        func init_whenADirectoryOnThePathBelongsToAnotherUser_throwsForRoot(_ path: String) throws {
            try withTemporaryFolder { directory in
                try File("a/caches/btcq", in: directory).makeDirectory()
                #expect(throws: Never.self) { try Self.cache(in: directory) }
                try Self.giveAway(directory + path)
                #expect(throws: StoreError.disabled(.directoryOfAnotherUser(path: directory + path))) {
                    try Self.cache(in: directory)
                }
            }
        }

        @Test(.enabled(if: isRoot && OtherUser.isToBeHad, "only root can give a directory to another user"))
        func init_whenAParentOfAMissingDirectoryBelongsToAnotherUser_throwsForRoot() throws {
            try withTemporaryFolder { directory in
                try Self.giveAway(directory)
                #expect(throws: StoreError.disabled(.directoryOfAnotherUser(path: directory))) {
                    try Self.cache(in: directory)
                }
                #expect(contents(of: directory) == [])
            }
        }

        @Test(.enabled(if: isRoot && OtherUser.isToBeHad, "only root can give a directory to another user"))
        func init_whenSeveralDirectoriesBelongToAnotherUser_namesTheInnermost() throws {
            try withTemporaryFolder { directory in
                try File("a/caches/btcq", in: directory).makeDirectory()
                for path in ["", "/a", "/a/caches"] { try Self.giveAway(directory + path) }
                #expect(throws: StoreError.disabled(.directoryOfAnotherUser(path: "\(directory)/a/caches"))) {
                    try Self.cache(in: directory)
                }
            }
        }

        /// The directory of the link and that of its target.
        @Test(
            .enabled(if: isRoot && OtherUser.isToBeHad, "only root can give a directory to another user"),
            arguments: ["target", "a/caches/btcq"])
        func init_whenTheDirectoryIsALink_checksTheOwnersOfTheLinkAndOfItsTarget(_ path: String) throws {
            try withTemporaryFolder { directory in
                try File("a/caches", in: directory).makeDirectory()
                try File("target", in: directory).makeDirectory()
                let link = "\(directory)/a/caches/btcq"
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(directory)/target")
                #expect(throws: Never.self) { try Self.cache(in: directory) }
                try Self.giveAway("\(directory)/\(path)")
                #expect(throws: StoreError.disabled(.directoryOfAnotherUser(path: link))) {
                    try Self.cache(in: directory)
                }
            }
        }

        /// HOME on a disk of root's, or XDG_CACHE_HOME in `/tmp`.
        @Test(.enabled(if: isRoot && OtherUser.isToBeHad, "only root can become another user"))
        func init_whenOnlyAParentBelongsToAnotherUser_succeedsForOrdinaryUsers() async {
            await #expect(processExitsWith: .success) {
                try withTemporaryFolder { directory in
                    try File("a/caches/btcq", in: directory).makeDirectory()
                    try CacheOwnershipTests.giveAway("\(directory)/a/caches/btcq")
                    try CacheOwnershipTests.asOtherUser {
                        let cache = try CacheOwnershipTests.cache(in: directory)
                        try FilePriceStore(directory: cache, currency: .usd) { .seconds(60) }.insert(.quote("7"))
                    }
                    #expect(contents(of: "\(directory)/a/caches/btcq") == ["BTC-USD.json", "BTC-USD.lock"])
                }
            }
        }

        @Test(.enabled(if: isRoot && OtherUser.isToBeHad, "only root can become another user"))
        func init_whenTheDirectoryBelongsToAnotherUser_throwsForOrdinaryUsers() async {
            await #expect(processExitsWith: .success) {
                try withTemporaryFolder { directory in
                    let path = "\(directory)/a/caches/btcq"
                    try File("a/caches/btcq", in: directory).makeDirectory()
                    try #require(chmod(path, 0o777) == 0)
                    try CacheOwnershipTests.asOtherUser {
                        #expect(throws: StoreError.disabled(.directoryOfAnotherUser(path: path))) {
                            try CacheOwnershipTests.cache(in: directory)
                        }
                    }
                    #expect(File("", in: path).mode == 0o777)
                    #expect(contents(of: path) == [])
                }
            }
        }

        // Its mode.

        @Test(arguments: [
            (0o777, 0o700), (0o770, 0o700), (0o707, 0o700), (0o722, 0o700), (0o755, 0o755), (0o700, 0o700),
            (0o711, 0o711), (0o1777, 0o700), (0o500, 0o500),
        ])
        func init_whenOthersCanWriteToTheDirectory_setsItsModeTo0700(_ old: Int, _ new: Int) throws {
            try withTemporaryFolder { directory in
                let cache = File("a/caches/btcq", in: directory)
                try cache.makeDirectory()
                try #require(chmod(cache.path, mode_t(old)) == 0)
                _ = try Self.cache(in: directory)
                #expect(cache.mode == new)
            }
        }

        @Test func init_whenOthersCanWriteToAParent_keepsItsMode() throws {
            try withTemporaryFolder { directory in
                let caches = File("a/caches", in: directory)
                try File("btcq", in: caches.path).makeDirectory()
                try #require(chmod(caches.path, 0o777) == 0)
                _ = try Self.cache(in: directory)
                #expect(caches.mode == 0o777)
            }
        }

        @Test func init_whenTheDirectoryIsALink_keepsTheModeOfItsTarget() throws {
            try withTemporaryFolder { directory in
                let target = File("target", in: directory)
                try target.makeDirectory()
                try #require(chmod(target.path, 0o777) == 0)
                try File("a/caches", in: directory).makeDirectory()
                try FileManager.default.createSymbolicLink(
                    atPath: "\(directory)/a/caches/btcq", withDestinationPath: target.path)
                _ = try Self.cache(in: directory)
                #expect(target.mode == 0o777)
            }
        }

        private static func cache(in directory: String) throws -> CacheDirectory {
            try CacheDirectory(Environment { $0 == "XDG_CACHE_HOME" ? Array("\(directory)/a/caches".utf8) : nil })
        }

        /// Changes the owner of a directory or link.
        private static func giveAway(_ path: String) throws {
            try #require(lchown(path, OtherUser.id, OtherUser.id) == 0)
        }

        /// Becomes root again afterwards, to remove the files.
        private static func asOtherUser(_ body: () throws -> Void) throws {
            try #require(setreuid(OtherUser.id, uid_t.max) == 0 && seteuid(OtherUser.id) == 0)
            defer { seteuid(0) }
            try body()
        }
    }
#endif
