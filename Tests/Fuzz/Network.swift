import BTCPriceCore
import Foundation
import Platform
import SampleValues

@testable import BTCPriceNetworking
@testable import BTCPriceNetworking

extension FuzzTarget {
    /// The head of a response, line by line, with the status as libcurl reports it: no delay or age of more than 3650 days, and
    /// only the empty line of a final response completes the head, which then no longer changes.
    static let head = FuzzTarget(name: "head") { bytes in
        var head = ResponseHead()
        var status = 0
        var isStart = true
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if isStart, line.starts(with: "HTTP/".utf8) {
                status = line.dropFirst(5).drop { $0 != 0x20 }.dropFirst().prefix(3).decimalInteger.map(Int.init) ?? 0
            }
            let previous = head
            head.append(line: line, status: status)
            precondition(!previous.isComplete || head == previous)
            precondition(previous.isComplete || !head.isComplete || status >= 200)
            isStart = head == ResponseHead()
        }
        let delay = head.retryDelay(receivedAt: .now)
        let allowed = Duration.zero ... .seconds(3650 * 86_400)
        precondition(allowed.contains(head.age))
        precondition(!head.retryAfter.allSatisfy(\.isDigit) || allowed.contains(delay ?? .zero))
    }

    /// HTTP dates: one that is read names its year, its day and the time of the day.
    static let date = FuzzTarget(name: "date") { bytes in
        guard let time = Timestamp(httpDate: bytes) else { return }
        let iso = Array(time.iso8601Milliseconds.utf8)
        precondition(bytes.count == 29 && bytes[12..<16].elementsEqual(iso[0..<4]))
        precondition(bytes[5..<7].elementsEqual(iso[8..<10]) && bytes[17..<25].elementsEqual(iso[11..<19]))
    }

    /// Base URLs: one that is accepted reads the same again, and is that of a loopback host unless it uses TLS.
    static let url = FuzzTarget(name: "url") { bytes in
        guard let url = try? BaseURL.checked(bytes) else { return }
        precondition((try? BaseURL.checked(Array(url.utf8))) == url)
        precondition(!url.utf8.contains { "@?#".utf8.contains($0) } && !url.hasSuffix("/"))
        guard !url.hasPrefix("https://") else { return }
        precondition(url.hasPrefix("http://"))
        // Foundation parses URLs independently.
        let authority = url.dropFirst("http://".count).prefix { $0 != "/" }
        guard let host = URLComponents(string: "http://\(authority)/")?.host else { preconditionFailure(url) }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let isVersion4 = numbers.count == 4 && !numbers.contains(nil) && numbers[0] == 127
        precondition(isVersion4 || ["[::1]", "localhost"].contains(host.lowercased()))
    }

    /// Proxy variables: the text is what follows all user information, and precedes any path, up to 256 bytes of it.
    static let proxy = FuzzTarget(name: "proxy") { bytes in
        guard let text = ProxyVariable(Environment { $0 == "https_proxy" ? bytes : nil })?.text else { return }
        if text == "https_proxy is set" { return }
        precondition(text.hasPrefix("https_proxy="))
        let isCut = text.hasSuffix("…")
        let host = Array((isCut ? text.dropLast() : text[...]).utf8.dropFirst("https_proxy=".utf8.count))
        precondition(isCut ? host.count == 256 : host.count <= 256)
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.:[]".utf8)
        precondition(!host.isEmpty && host.allSatisfy(allowed.contains))
        let afterUser = bytes.lastIndex(of: UInt8(ascii: "@")).map { bytes[($0 + 1)...] } ?? bytes[...]
        precondition(afterUser.indices.contains { afterUser[$0...].starts(with: host) })
    }
}
