import Foundation
import Testing

extension EndToEnd {
    @Suite struct RecipeTests {
        @Test(arguments: try recipes(forJQ: false))
        func recipeOfTheReadme_whenSourcesRespond_printsAPrice(_ recipe: String) throws { try expectPrice(recipe) }

        @Test(.needs("jq"), arguments: try recipes(forJQ: true))
        func recipeOfTheReadme_forJQ_printsAPrice(_ recipe: String) throws { try expectPrice(recipe) }

        /// `sh` runs the recipe unchanged.
        private func expectPrice(_ recipe: String) throws {
            let box = try Sandbox()
            let run = try box.shell(recipe)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            let file = try FileManager.default.contentsOfDirectory(atPath: box.work).first.map { "\(box.work)/\($0)" }
            let printed = run.text + (file.map(box.contents) ?? "")
            #expect(printed.contains { $0.isNumber } && printed.hasSuffix("\n"), "\(run)")
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
