import Synchronization

/// HTTP over libcurl, each transfer on a thread of its own: the cooperative pool may have but one.
public struct CurlHTTPClient: HTTPClient {
    private let userAgent: String
    private let trust: CertificateTrust

    /// Sends `userAgent`, and trusts what `trust` names.
    public init(userAgent: String, trust: CertificateTrust) {
        self.userAgent = userAgent
        self.trust = trust
    }

    /// Resumes with the answer, or at once when cancelled; the transfer's thread then ends by itself.
    public func get(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        CurlLibrary.prepareForThreads()
        let answer = Answer()
        let transfer = CurlTransfer(
            request: request, userAgent: userAgent, trust: trust, isAbandoned: { answer.isGiven })
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.await(continuation)
                let started = DetachedThread.start { transfer.run(answer.give) }
                if !started { answer.give(.failure(HTTPFailure(.network("no thread to be had")))) }
            }
        } onCancel: {
            answer.give(.failure(HTTPFailure(.network("cancelled"))))
        }.get()
    }
}

/// The first result there is, handed to one continuation once.
private final class Answer: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    private enum State {
        case open
        case awaited(CheckedContinuation<Outcome, Never>)
        case given(Outcome?)
    }

    private let state = Mutex(State.open)

    var isGiven: Bool {
        state.withLock { if case .given = $0 { true } else { false } }
    }

    func await(_ continuation: CheckedContinuation<Outcome, Never>) {
        let early: Outcome? = state.withLock { state in
            guard case .given(let outcome) = state else {
                state = .awaited(continuation)
                return nil
            }
            return outcome
        }
        if let early { continuation.resume(returning: early) }
    }

    func give(_ outcome: Outcome) {
        let waiting: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .given(outcome)
                return nil
            case .awaited(let continuation):
                state = .given(nil)
                return continuation
            case .given:
                return nil
            }
        }
        waiting?.resume(returning: outcome)
    }
}
