import BTCPriceCore
import BTCPricePersistence
import Foundation
import Testing

@Suite struct FilePriceStoreTests {
    private static let whole =
        #"{"version":1,"price":"68901.23","currency":"USD","#
        + #""timestamp":"2025-10-27T19:56:39.123Z","source":"binance"}"#

    @Test func file_isAsTheContractSpellsItAndNobodyElsesToRead() throws {
        try withTemporaryFolder { folder in
            let folder = "\(folder)/new/btcq"
            try FilePriceStore(folder: folder, currency: .usd).insert(.quote("68901.23"), unless: { _ in false })
            let file = "\(folder)/BTC-USD.json"
            #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.whole + "\n")
            #expect(try mode(file) == 0o600)
            #expect(try mode(folder) == 0o700)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
                    "BTC-USD.json", "BTC-USD.lock",
                ])
        }
    }

    @Test func garbage_countsAsNoneAndIsReplaced() throws {
        let changes: [(String, String)] = [
            (#""version":1"#, #""version":2"#), (#""version":1"#, #""version":"1""#), ("68901.23", "-1"),
            ("68901.23", "0"), (#""68901.23""#, "68901.23"), ("68901.23", "1e5"), ("68901.23", "\\u001b[31m1"),
            ("USD", "EUR"), ("T19", " 19"), ("2025-10-27", "2025-13-27"), ("binance", "Binance"),
            ("binance", "b\\u001b[2J"), ("binance", ""), ("binance", String(repeating: "b", count: 33)),
            (#","source":"binance""#, ""), ("{", "[{"), ("}", "}}"),
        ]
        let files =
            changes.map { Self.whole.replacing($0, with: $1) }
            + (0..<Self.whole.utf8.count).map { String(Self.whole.prefix($0)) }
            + [Self.whole + Self.whole, "null", "\u{0}", String(repeating: " ", count: 5000) + Self.whole]
        try withTemporaryFolder { folder in
            let store = FilePriceStore(folder: folder, currency: .usd)
            for text in files {
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/BTC-USD.json"))
                #expect(throws: PriceStoreError.self, "\(text)") { try store.retrieve() }
            }
            try store.insert(.quote("7"), unless: { _ in true })
            #expect(try store.retrieve() == .quote("7"))
        }
    }

    @Test(arguments: ["fifo", "folder", "full folder", "link", "dangling link"])
    func anythingInItsPlace_neitherHangsNorHarmsAndIsReplaced(_ kind: String) throws {
        try withTemporaryFolder { folder in
            let (file, target) = ("\(folder)/BTC-USD.json", "\(folder)/target")
            switch kind {
            case "fifo": #expect(mkfifo(file, 0o600) == 0)
            case "folder", "full folder":
                try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
                if kind == "full folder" { try Data("kept".utf8).write(to: URL(filePath: "\(file)/inside")) }
            default:
                if kind == "link" { try Data(Self.whole.utf8).write(to: URL(filePath: target)) }
                try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
            }
            let store = FilePriceStore(folder: folder, currency: .usd)
            #expect(throws: PriceStoreError.self) { try store.retrieve() }
            try store.insert(.quote("7"), unless: { _ in true })
            #expect(try store.retrieve() == .quote("7"))
            if kind == "link" { #expect(try String(contentsOfFile: target, encoding: .utf8) == Self.whole) }
            if kind == "dangling link" { #expect(!FileManager.default.fileExists(atPath: target)) }
            if kind == "full folder" {
                #expect(try String(contentsOfFile: "\(file).moved/inside", encoding: .utf8) == "kept")
            }
        }
    }

    @Test func leftoverOfAKilledWriter_isTakenOver() throws {
        try withTemporaryFolder { folder in
            try Data("half a quo".utf8).write(to: URL(filePath: "\(folder)/BTC-USD.json.new"))
            try FilePriceStore(folder: folder, currency: .usd).insert(.quote("7"), unless: { _ in false })
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/BTC-USD.json.new"))
        }
    }

    @Test func stoppedHolderOfTheLock_stopsNobody() throws {
        try withTemporaryFolder { folder in
            let held = open("\(folder)/BTC-USD.lock", O_RDWR | O_CREAT, 0o600)
            #expect(flock(held, LOCK_EX) == 0)
            defer { close(held) }
            let store = FilePriceStore(folder: folder, currency: .usd, patience: .milliseconds(20))
            try store.insert(.quote("7"), unless: { _ in false })
            #expect(try store.retrieve() == .quote("7"))
        }
    }

    @Test func folderThatCannotBe_isAnErrorWithTheSystemsWords() throws {
        try withTemporaryFolder { folder in
            try Data().write(to: URL(filePath: "\(folder)/file"))
            let store = FilePriceStore(folder: "\(folder)/file/btcq", currency: .usd)
            #expect(try store.retrieve() == nil)
            #expect(throws: PriceStoreError("Not a directory")) {
                try store.insert(.quote("7"), unless: { _ in false })
            }
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
