import Foundation
import Testing

extension EndToEnd {
    @Suite struct RecipeTests {
        /// `sh` runs it unchanged.
        @Test(arguments: try recipes())
        func recipeOfTheReadme_whenSourcesRespond_printsAPrice(_ recipe: String) throws {
            let box = try Sandbox()
            let run = try box.shell(recipe)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            let file = try FileManager.default.contentsOfDirectory(atPath: box.work).first.map { "\(box.work)/\($0)" }
            let printed = run.text + (file.map(box.contents) ?? "")
            #expect(printed.contains { $0.isNumber } && printed.hasSuffix("\n"), "\(run)")
        }

        /// The code blocks for `sh` in the section of the recipes, without their indentation.
        private static func recipes() throws -> [String] {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
            let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Recipes\n") })
            let blocks = section.matches(of: /(?m)^ +```sh\n((?:.*\n)*?) +```$/).map { String($0.1) }
            try #require(blocks.count == 5, "README.md should have five recipes")
            return blocks
        }
    }
}
