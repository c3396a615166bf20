import Foundation
import Testing

extension EndToEnd {
    @Suite struct RecipeTests {
        @Test(arguments: try recipes(forJQ: false))
        func recipeOfTheReadme_whenSourcesRespond_printsAPrice(_ recipe: String) throws { try expectPrice(recipe) }

        @Test(.needs("jq"), arguments: try recipes(forJQ: true))
        func recipeOfTheReadme_forJQ_printsAPrice(_ recipe: String) throws {
            let text = try expectPrice(recipe)
            #expect(text.split(separator: "\n").count == recipe.components(separatedBy: "| jq ").count - 1, "\(text)")
        }

        @Test func scriptOfTheReadme_distinguishesACurrentPriceAnOldOneAndNone() throws {
            let script = try #require(try Self.recipes(forJQ: false).first { $0.contains("case $result") })
            let box = try Sandbox()
            let first = try box.shell(script)
            #expect(first.text == "current: 68901.23\n")
            box.setAll("status-500")
            let second = try box.shell(script)
            #expect(second.text == "old: 68901.23\n")
            try FileManager.default.removeItem(atPath: box.cacheFile)
            let third = try box.shell(script)
            #expect(third.text.isEmpty && third.errors.hasSuffix("no price\n"), "\(third)")
        }

        /// `sh` runs the recipe unchanged.
        @discardableResult
        private func expectPrice(_ recipe: String) throws -> String {
            let box = try Sandbox()
            let run = try box.shell(recipe)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            let file = try FileManager.default.contentsOfDirectory(atPath: box.work).first.map { "\(box.work)/\($0)" }
            let printed = run.text + (file.map(box.contents) ?? "")
            #expect(printed.contains { $0.isNumber } && printed.hasSuffix("\n"), "\(run)")
            return printed
        }

        /// The lines below each comment in the section of the recipes.
        private static func recipes(forJQ: Bool) throws -> [String] {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
            let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Recipes\n") })
            let block = try #require(section.firstMatch(of: /(?s)```sh\n(.*)\n```/)).1
            let recipes = "\n\(block)".split(separator: "\n# ").map { "# \($0)" }
            try #require(recipes.count == 7, "README.md should have seven recipes")
            return recipes.filter { $0.contains("| jq ") == forJQ }
        }
    }
}
