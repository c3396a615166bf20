import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Platform

/// What the user may have meant.
enum Suggestion {
    /// For an option or operand that other programs have, such as `--watch`: `; use: ` and a command or an option.
    ///
    /// - Parameter value: what follows it, such as the amount of `--amount`.
    static func alternative(to typed: [UInt8], _ value: [UInt8]?) -> String? {
        // Bytes, since comparing strings with many combining marks would take seconds.
        let name = typed.drop { $0 == UInt8(ascii: "-") }
        func isNamed(_ names: String...) -> Bool { names.contains { name.elementsEqual($0.utf8) } }
        if isNamed("watch") { return "; use: watch -n 60 btcq" }
        if isNamed("change") { return "; use: --template '{price} {change}'" }
        guard isNamed("amount", "convert") else { return nil }
        return pipe("", "%.2f", "\(value.flatMap { Price($0) }?.description ?? "0.5") * $1")
    }

    /// The same for an amount of bitcoin or of a currency, as in `btcq 0.5`, `btcq 0.5 btc` and `btcq 100 usd`.
    ///
    /// - Parameter next: the argument after the amount.
    static func conversion(of operand: [UInt8], _ next: [UInt8]?) -> String? {
        guard let amount = Price(operand) else { return nil }
        if let next, let currency = Currency(code: next) {
            return pipe("--currency \(currency.code) ", "%.8f", "\(amount) / $1")
        }
        guard next.map({ $0.first == UInt8(ascii: "-") || $0.equalsIgnoringCase("btc") }) ?? true else { return nil }
        return pipe("", "%.2f", "\(amount) * $1")
    }

    /// In a locale with a decimal comma, some versions of awk would read and write one.
    private static func pipe(_ options: String, _ format: String, _ expression: String) -> String {
        "; use: btcq \(options)--number | LC_ALL=C awk '{ printf \"\(format)\\n\", \(expression) }'"
    }

    /// `--currency EUR` for `EUR`; otherwise the nearest option.
    static func optionMeant(by typed: [UInt8]) -> String? {
        let name = Array(typed.drop { $0 == UInt8(ascii: "-") })
        if let option = Option.all.first(where: { name.equalsIgnoringCase($0.long) }) {
            // After `--`, as in `btcq -- --json`, the suggestion would repeat what was typed.
            return typed.elementsEqual("--\(option.long)".utf8) ? nil : "--\(option.long)"
        }
        if Currency(code: name) != nil { return "--currency \(String(decoding: name, as: UTF8.self))" }
        guard name.count > 1 else { return nil }
        return nearest(to: name, among: Option.all.map { $0.long }).map { "--\($0)" }
    }

    /// The currency whose code begins the text, as in `USDT`, or is the text with two neighbours swapped, as in `ERU`.
    /// Among so many codes, one letter says nothing: RMB is not RUB.
    static func currencyMeant(by typed: [UInt8]) -> String? {
        // A code has three letters. The fourth shows that a longer text is not a code with two letters swapped.
        let typed = typed.prefix(4).map { $0.lowercased }
        return Currency.allCases.first { currency in
            let code = Array(currency.lowercasedCode.utf8)
            return typed.starts(with: code) || typed.sorted() == code.sorted() && distance(typed, code) == 1
        }?.code
    }

    /// `--currency EUR` for `currency = EUR`.
    static func optionMeant(byLine line: [UInt8]) -> String? {
        let name = line.prefix { !" =:".utf8.contains($0) }
        let value = line[name.endIndex...].drop { " =:".utf8.contains($0) }
        let option = optionMeant(by: Array(name))
        return value.isEmpty ? option : option.map { "\($0) \(TerminalText.abbreviated(value))" }
    }

    /// `--primary binance --fallback kraken` for `--source binance,kraken`.
    static func twoSources(in value: [UInt8], for option: String) -> String? {
        guard ["-s", "--source", "--primary"].contains(option) else { return nil }
        let names = value.split(separator: UInt8(ascii: ",")).compactMap { name in
            AppDependencies.sources.first { name.equalsIgnoringCase($0.name) }?.name
        }
        guard names.count == 2, names[0] != names[1] else { return nil }
        return "--primary \(names[0]) --fallback \(names[1])"
    }

    /// The nearest placeholder; for `{fresh}` it is `{fresh:TEXT}`, its only form.
    static func placeholderMeant(by typed: [UInt8]) -> String? {
        func name(_ placeholder: some Sequence<UInt8>) -> [UInt8] {
            Array(placeholder.drop { $0 == UInt8(ascii: "{") }.prefix { !":}".utf8.contains($0) })
        }
        let names = Template.placeholders.map { String(decoding: name($0.utf8), as: UTF8.self) }
        let nearest = nearest(to: name(typed), among: names)
        let similar = zip(Template.placeholders, names).filter { $0.1 == nearest }.map { $0.0 }
        return similar.first { $0.contains(":") == typed.contains(UInt8(ascii: ":")) } ?? similar.first
    }

    /// The only name that begins with what was typed, if that is two letters or more; otherwise the nearest name, if at
    /// most a third of its letters differ. Nil for more than 40 bytes. Ignores case. `names` may contain a name twice,
    /// such as `price` of `{price}` and `{price:N}`.
    static func nearest(to typed: [UInt8], among names: [String]) -> String? {
        guard typed.count <= 40 else { return nil }
        let typed = typed.map { $0.lowercased }
        let longer = names.filter { $0.utf8.map { $0.lowercased }.starts(with: typed) }
        if typed.count > 1, let name = longer.first, longer.allSatisfy({ $0 == name }) { return name }
        let near = names.compactMap { name in
            let distance = distance(typed, name.utf8.map { $0.lowercased })
            return distance <= name.utf8.count / 3 ? (name: name, distance: distance) : nil
        }
        return near.min { $0.distance < $1.distance }?.name
    }

    /// Insertions, deletions, substitutions and transpositions (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [Array(0...right.count)]
        for (i, byte) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (byte == other ? 0 : 1))
                if i > 0, j > 0, byte == right[j - 1], left[i - 1] == other { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
