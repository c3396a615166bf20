import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// No run uses a cache directory of another user's, and none leaves files in one.
    @Suite struct CacheOwnerTests {
        private static let isRoot: ConditionTrait = .enabled(if: geteuid() == 0, "only root may give files away")
        private static let hasOtherUser: ConditionTrait = .enabled(
            if: OtherUser.isToBeHad, "root is the only user here")

        /// As with sudo: root's lock files would be in the way of the user for good.
        @Test(isRoot, hasOtherUser, arguments: [true, false])
        func root_withTheHomeOfAUser_leavesNothingThere(_ hasCache: Bool) throws {
            let box = try Sandbox()
            if hasCache { try box.cache(age: 1, source: "binance") }
            try box.shell("chown -R \(OtherUser.id) '\(box.home)'")
            let before = try files(box)
            let reason = "\(hasCache ? box.cacheDirectory : box.home) belongs to another user"
            let run = try box.run("-a", "1m", "-v")
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            #expect(run.errors.hasPrefix("btcq: ignoring the cache: \(reason)\n"), "\(run)")
            let background = try box.run("-b")
            let clause = "none can be fetched in the background without it"
            #expect(background.errors == "btcq: no quote: no cache: \(reason); \(clause)\n", "\(background)")
            try box.run("-o").expect { $0.errors == "btcq: no quote: no cache: \(reason)\n" }
            #expect(try files(box) == before)
        }

        #if os(Linux)
            /// In a directory where everyone may create another's `btcq` first, such as /tmp.
            @Test(
                isRoot, hasOtherUser, .enabled(if: Program.tool("setpriv") != nil, "needs setpriv"),
                arguments: [true, false])
            func run_whenAnotherUserHasMadeItsCacheDirectory_doesNotUseIt(_ isRoot: Bool) throws {
                let box = try Sandbox()
                let directory = "\(box.directory)/shared/btcq"
                let program = "\(box.directory)/btcq"
                try FileManager.default.copyItem(atPath: Program.btcq, toPath: program)
                try box.shell(
                    """
                    umask 0; mkdir -m 1777 ../shared && mkdir -m 777 ../shared/btcq && chmod 755 '\(box.directory)' '\(program)'
                    touch ../shared/btcq/BTC-USD.binance.lock ../shared/btcq/BTC-USD.turn.lock
                    \(isRoot ? "chown -R \(OtherUser.id) ../shared/btcq" : "true")
                    """)
                box.environment["XDG_CACHE_HOME"] = "\(box.directory)/shared"
                // That user holds the lock.
                let lock = open("\(directory)/BTC-USD.binance.lock", O_RDWR | O_CLOEXEC)
                defer { close(lock) }
                #expect(flock(lock, LOCK_EX) == 0)
                let user = "setpriv --reuid=\(OtherUser.id) --regid=\(OtherUser.id) --clear-groups"
                let command = isRoot ? "'\(program)'" : "\(user) '\(program)'"
                let run = try box.shell("\(command) -a 1m -v -m 3s")
                #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
                #expect(
                    run.errors.contains("btcq: ignoring the cache: \(directory) belongs to another user\n"), "\(run)")
                #expect(run.ownTime < .seconds(1), "\(run)")
                let background = try box.shell("\(command) -b")
                let reason = "\(directory) belongs to another user; none can be fetched in the background without it"
                #expect(background.errors == "btcq: no quote: no cache: \(reason)\n", "\(background)")
                let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
                #expect(names == ["BTC-USD.binance.lock", "BTC-USD.turn.lock"])
            }
        #endif

        @Test(arguments: [(0o777, 0o700), (0o770, 0o700), (0o702, 0o700), (0o755, 0o755), (0o700, 0o700)])
        func directory_thatOthersMayWriteTo_isMadePrivate(_ mode: Int, _ expected: Int) throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            chmod(box.cacheDirectory, mode_t(mode))
            try box.run("-o").expect { $0.status == 1 }
            #expect(try self.mode(box.cacheDirectory) == expected)
        }

        @Test func directory_behindASymbolicLink_isUsedButItsModeIsKept() throws {
            let box = try Sandbox()
            let target = "\(box.directory)/target"
            try box.makeCacheDirectory()
            try box.shell(
                "rmdir '\(box.cacheDirectory)' && mkdir ../target && ln -s '\(target)' '\(box.cacheDirectory)'")
            chmod(target, 0o777)
            try box.run().expect { $0.status == 0 && $0.errors.isEmpty }
            #expect(try self.mode(target) == 0o777 && box.cached?.price == "68901.23")
        }

        private func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }

        private func files(_ box: Sandbox) throws -> [String] {
            try box.shell("cd '\(box.home)' && find . | sort").text.split(separator: "\n").map { String($0) }
        }
    }
}
