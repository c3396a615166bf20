import Foundation
import Testing

extension EndToEnd {
    /// The README's recipes, each run unchanged by `sh`, against exchanges that respond.
    @Suite struct RecipeTests {
        @Test(arguments: try recipes())
        func recipe_works(_ recipe: String) throws {
            let box = try Sandbox()
            // Something is in the cache, as after any other run.
            try box.run()
            let run = try box.shell(recipe)
            #expect(run.status == (recipe.contains("--offline") ? 3 : 0), "\(run)")
            #expect(run.errors.isEmpty || recipe.contains("-v"), "\(run)")
            let file = try FileManager.default.contentsOfDirectory(atPath: box.work).first.map { "\(box.work)/\($0)" }
            let printed = run.text + (file.map(box.contents) ?? "")
            #expect(printed.contains { $0.isNumber } && printed.hasSuffix("\n"), "\(run)")
        }

        /// The code blocks for `sh` in the section of the recipes, without their indentation.
        private static func recipes() throws -> [String] {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
            let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Ten recipes\n") })
            let blocks = section.matches(of: /(?m)^ +```sh\n((?:.*\n)*?) +```$/).map { String($0.1) }
            try #require(blocks.count >= 10)
            return blocks
        }
    }
}
