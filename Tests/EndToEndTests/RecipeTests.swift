import Foundation
import Testing

extension EndToEnd {
    @Suite struct RecipeTests {
        @Test(arguments: try recipes())
        func recipeOfTheReadme_whenSourcesRespond_printsAPrice(_ recipe: String) throws { _ = try expectPrice(recipe) }

        @Test(.needs("jq"), arguments: try recipes(with: "| jq "))
        func recipeOfTheReadme_forJQ_printsAPrice(_ recipe: String) throws {
            let text = try expectPrice(recipe)
            #expect(text.split(separator: "\n").count == recipe.components(separatedBy: "| jq ").count - 1, "\(text)")
        }

        @Test(.needs("gnuplot"))
        func recipeOfTheReadme_forGnuplot_plotsALogOnTheTerminalAndIntoAFile() throws {
            let recipe = try #require(try Self.recipes(with: "gnuplot ").first)
            let box = try Sandbox()
            _ = try box.shell("btcq --csv >>btc.csv; echo 2025-10-28T19:56:39Z,70000 >>btc.csv")
            let run = try box.shell(recipe)
            #expect(run.status == 0 && run.errors.isEmpty && run.text.contains("***"), "\(run)")
            let image = try #require(FileManager.default.contents(atPath: "\(box.work)/btc.png"))
            #expect(image.starts(with: "\u{89}PNG".unicodeScalars.map { UInt8($0.value) }))
            // A million dong more or less is a fluctuation, which the numbers on the axis have to show.
            try box.write(
                "t,p\n2025-10-27T19:56:39Z,2265123000000\n2025-10-28T19:56:39Z,2265124000000\n",
                to: "\(box.work)/btc.csv")
            #expect(try box.shell(recipe).text.contains(/\b22651234\d{5}\b/))
        }

        @Test func scriptOfTheReadme_distinguishesACurrentPriceAnOldOneAndNone() throws {
            let script = try #require(try Self.recipes().first { $0.contains("case $result in") })
            let box = try Sandbox()
            let first = try box.shell(script)
            #expect(first.text == "current: 68901.23\n")
            box.setAll("status-500")
            #expect(try box.shell(script).text == "old: 68901.23\n")
            try FileManager.default.removeItem(atPath: box.cacheFile)
            let last = try box.shell(script)
            #expect(last.text.isEmpty && last.errors.hasSuffix("no price\n"), "\(last)")
        }

        /// `sh` runs the recipe unchanged, and again: a file is appended to. Then btcq has the variables that it
        /// exports. An old price is appended to no file.
        private func expectPrice(_ recipe: String) throws -> String {
            let box = try Sandbox()
            let run = try box.shell(recipe)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            let names = try FileManager.default.contentsOfDirectory(atPath: box.work)
            func texts() -> [String] { names.map { box.contents("\(box.work)/\($0)") } }
            let first = texts()
            let others = try box.shell("\(recipe)\nbtcq")
            let isAppended = zip(first, texts()).allSatisfy { $1.count > $0.count && $1.hasPrefix($0) }
            #expect(others.status == 0 && isAppended, "\(others) \(texts())")
            // A stale price is no row of a log.
            box.setAll("status-500")
            let logs = texts()
            _ = try box.shell(recipe)
            #expect(texts() == logs, "add --max-stale 0")
            let printed = names.isEmpty ? [run.text] : first
            #expect(printed.allSatisfy { $0.contains(where: \.isNumber) && $0.hasSuffix("\n") }, "\(run) \(first)")
            return run.text
        }

        /// The blocks in the section of the recipes: those that run a tool, or no tool.
        private static func recipes(with tool: String? = nil) throws -> [String] {
            let file = URL(filePath: "../../README.md", relativeTo: URL(filePath: #filePath))
            let text = try String(contentsOf: file, encoding: .utf8)
            let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Recipes\n") })
            let recipes = section.matches(of: /(?s)```sh\n(.*?)\n```/).map { String($0.1) }
            return recipes.filter { recipe in ["| jq ", "gnuplot "].first { recipe.contains($0) } == tool }
        }
    }
}
