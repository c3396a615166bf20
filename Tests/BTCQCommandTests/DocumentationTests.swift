import BTCPriceNetworking
import BTCPricePresentation
import Foundation
import Testing

@testable import BTCQCommand

/// What the tables say, `--help` and the manual must say too.
@Suite struct DocumentationTests {
    private let manual: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        manual = try String(contentsOf: root.appending(path: "man/btcq.1"), encoding: .utf8)
    }

    @Test func options_areUnique() {
        #expect(Set(Option.all.map(\.long)).count == Option.all.count)
        let shorts = Option.all.compactMap(\.short)
        #expect(Set(shorts).count == shorts.count)
    }

    @Test(arguments: Option.all.map(\.long))
    func everyOption_isInTheManualUnderItsNames(_ long: String) throws {
        let option = try #require(Option.all.first { $0.long == long })
        let items = manual.split(separator: "\n").filter { "\($0) ".contains("Fl Fl \(long) ") && $0.hasPrefix(".It ") }
        let item = try #require(items.first, "--\(long) has no item")
        #expect(items.count == 1)
        if let short = option.short { #expect(item.hasPrefix(".It Fl \(short) "), "\(item) lacks -\(short)") }
        #expect(item.contains(" Ar ") == (option.valueName != nil), "\(item) differs in taking a value")
    }

    @Test func everyOptionOfTheManual_exists() {
        let items = manual.split(separator: "\n").filter { $0.hasPrefix(".It Fl ") }
        #expect(items.count == Option.all.count)
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func everySource_isInTheManualAndInHelp(_ name: String) throws {
        let exchange = try #require(SourceRegistry.loader(named: name)?.exchange)
        #expect(manual.contains(name))
        #expect(manual.contains(exchange.urlVariable))
        #expect(manual.contains(exchange.baseURL.replacing("https://", with: "")))
        #expect(HelpText.text.contains("\n  \(name) "))
    }

    @Test(arguments: FormatRegistry.formats.map(\.name) + Template.Placeholder.allCases.map { "{\($0.rawValue)}" })
    func everyFormatAndPlaceholder_isInTheManual(_ name: String) {
        #expect(manual.contains(name.hasPrefix("{") ? name : "Cm \(name)"))
    }

    @Test(arguments: ExitStatus.allCases)
    func everyStatus_isInTheManualAndInHelp(_ status: ExitStatus) {
        #expect(manual.contains("\n.It \(status.rawValue)\n"))
        #expect(HelpText.text.contains("\n  \(status.rawValue)  \(status.meaning)\n"))
    }

    @Test func help_fits80ColumnsAndNamesEveryOption() {
        let text = HelpText.text
        #expect(text.hasSuffix("\n"))
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        for option in Option.all { #expect(text.contains("--\(option.long)")) }
    }

    @Test func help_saysThatBinancesPriceIsInTether() {
        #expect(HelpText.text.contains("tether") && manual.contains("tether"))
    }
}
