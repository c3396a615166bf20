import BTCPriceCore
import Foundation

@testable import BTCPriceNetworking

extension FuzzTarget {
    /// The head of an answer, line by line: no wait beyond a day, and an empty line ends a final answer only.
    static let head = FuzzTarget(name: "head") { bytes in
        var head = ResponseHead()
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            head.append(line: line)
            precondition((0...999).contains(head.status))
            precondition(!head.isComplete || head.status >= 200)
        }
        if case .seconds(let seconds)? = head.retryAfter { precondition((0...86_400).contains(seconds)) }
    }

    /// Addresses: what is taken is read in one way only, and goes to a loopback host where it is not encrypted.
    static let url = FuzzTarget(name: "url") { bytes in
        guard let url = try? BaseURL(checking: bytes) else { return }
        precondition((try? BaseURL(checking: url.text.utf8)) == url)
        // As somebody else reads it.
        guard let parts = URLComponents(string: url.text), let host = parts.host else { preconditionFailure(url.text) }
        precondition(parts.user == nil && parts.query == nil && parts.fragment == nil)
        precondition(parts.port.map { (1...65_535).contains($0) } ?? true)
        // However its zeros are written.
        let isSix = host.hasPrefix("[") && host.hasSuffix("1]") && host.dropLast(2).allSatisfy("[:0.".contains)
        let isLoopback = host.lowercased() == "localhost" || host.hasPrefix("127.") || isSix
        precondition(parts.scheme == "https" || parts.scheme == "http" && isLoopback)
    }
}
