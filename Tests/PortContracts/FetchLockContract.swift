package import BTCPriceCore
import Testing

package enum FetchLockContract {
    package static let rules: [ContractRule<any FetchLock>] = [
        ContractRule("withLock calls its closure once and returns its result, also after the deadline") { lock in
            for deadline in [Duration.zero, .seconds(20)] {
                var calls: [Duration] = []
                let result = lock.withLock(deadline: deadline) { waited in
                    calls.append(waited)
                    return "result"
                }
                #expect(result == "result")
                #expect(calls.count == 1 && calls.allSatisfy { $0 >= .zero && $0 < .seconds(10) }, "\(calls)")
            }
        },
        ContractRule("withLock calls its closure although another run holds the lock at the deadline") { lock in
            let result = lock.withLock(deadline: .seconds(20)) { _ in
                lock.withLock(deadline: .zero) { $0 }
            }
            #expect(result >= .zero && result < .seconds(10))
        },
    ]
}
