import Synchronization

/// HTTP over libcurl, each transfer on a thread of its own: whoever asks for it may have but one.
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
            request: request, userAgent: userAgent, trust: trust, isAbandoned: { answer.outcome != nil })
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.await(continuation)
                let started = DetachedThread.start { transfer.run(answer.give) }
                if !started { answer.give(.failure(HTTPFailure(.network("no thread to be had")))) }
            }
        } onCancel: {
            answer.give(.failure(Self.cancelled))
        }
        return try (answer.outcome ?? .failure(Self.cancelled)).get()
    }

    private static let cancelled = HTTPFailure(.network("cancelled"))
}

/// The first outcome there is, for one who waits.
private final class Answer: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    private struct State {
        var outcome: Outcome?
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    var outcome: Outcome? { state.withLock(\.outcome) }

    /// Resumes it when there is an outcome.
    func await(_ continuation: CheckedContinuation<Void, Never>) {
        let isGiven = state.withLock { state in
            if state.outcome == nil { state.waiting = continuation }
            return state.outcome != nil
        }
        if isGiven { continuation.resume() }
    }

    func give(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            return state.waiting.take()
        }
        waiting?.resume()
    }
}
