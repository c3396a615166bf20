import BTCPricePersistence
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileFetchLockTests {
    private let directory = TemporaryDirectory()

    @Test(arguments: FetchLockContract.rules)
    func fetchLock_keepsItsContract(_ rule: ContractRule<FetchLockContract.Locks>) throws {
        try rule.check { FileFetchLock(in: directory.path) }
    }

    @Test func acquire_whenFree_holdsTheLockUntilRelease() {
        let path = "\(directory.path)/a/btcq"
        let file = File("BTC-USD.binance.lock", in: path)
        let lock = FileFetchLock(in: path)
        // Also if the deadline has passed.
        _ = lock.acquire(deadline: .zero)
        #expect(file.isLocked)
        lock.release()
        #expect(file.isReleased)
        #expect(file.mode == 0o600)
        #expect(contents(of: path) == ["BTC-USD.binance.lock"])
    }
}
