import Foundation
import Testing

extension EndToEnd {
    /// Where the cache is, byte for byte.
    @Suite struct PathTests {
        #if !canImport(Darwin)
            @Test(arguments: [[0xE9], [0xFF, 0xFE], [0x1B, 0x5B, 0x6D], [0xC3]] as [[UInt8]])
            func pathThatIsNotUTF8_isUsedAsItIs(_ name: [UInt8]) throws {
                for variable in ["HOME", "XDG_CACHE_HOME"] {
                    let box = try Sandbox()
                    let path = Array("\(box.directory)/x".utf8) + name
                    box.rawEnvironment[variable] = path
                    let octal = name.map { "\\" + String($0, radix: 8) }.joined()
                    let directory = "\(box.directory)/x\(octal)\(variable == "HOME" ? "/.cache" : "")/btcq"
                    if variable == "HOME" { try box.shell("mkdir \"$(printf '\(box.directory)/x\(octal)')\"") }
                    let run = try box.run()
                    #expect(run.status == 0 && run.errors.isEmpty, "\(variable) \(run)")
                    let read = try box.shell("cd \"$(printf '\(directory)')\" && cat BTC-USD.json")
                    let quote = Sandbox.CachedQuote.quotes(in: Data(read.output)).first
                    #expect(quote?.price == "68901.23", "\(variable) \(read)")
                    try box.run("-o").expect { $0.status == 3 }
                    // Nowhere else.
                    #expect(!FileManager.default.fileExists(atPath: "\(box.home)/.cache"))
                }
            }

            @Test func pathThatIsNotUTF8_isPrintedWithoutRawBytes() throws {
                let box = try Sandbox()
                box.rawEnvironment["XDG_CACHE_HOME"] = Array("/dev/null/".utf8) + [0xE9, 0x1B]
                let run = try box.run()
                #expect(run.status == 0 && run.errors.contains("/dev/null/\u{FFFD}\\u{1b}"), "\(run)")
            }

            @Test func missingParents_areMadeForThisUserAlone() throws {
                let box = try Sandbox()
                box.environment["XDG_CACHE_HOME"] = "\(box.directory)/a/b/c"
                let run = try box.shell(
                    "umask 0; btcq && cd '\(box.directory)' && stat -c '%a %n' a a/b a/b/c a/b/c/btcq")
                #expect(run.errors.isEmpty, "\(run)")
                #expect(run.text.hasSuffix("700 a\n700 a/b\n700 a/b/c\n700 a/b/c/btcq\n"), "\(run)")
                try box.run("-o").expect { $0.status == 3 }
            }

            @Test(arguments: ["", "relative", "./here", "~/.cache"])
            func cacheHomeThatIsNotAbsolute_isPassedOver(_ path: String) throws {
                let box = try Sandbox()
                box.environment["XDG_CACHE_HOME"] = path
                try box.run().expect { $0.errors.isEmpty }
                #expect(box.cached?.price == "68901.23")
                #expect(try FileManager.default.contentsOfDirectory(atPath: box.work).isEmpty)
            }
        #endif
    }
}
