#if !canImport(Darwin)
    import Foundation
    import Testing

    extension EndToEnd {
        /// The ELF note that tells packagers what is opened at run time, as
        /// uapi-group.org/specifications/specs/elf_dlopen_metadata has it.
        @Suite struct DlopenNoteTests {
            @Test func note_isCompleteAndNamesLibcurl() throws {
                let program = try Data(contentsOf: URL(filePath: Program.btcq))
                // After the sizes of name and description: the type, and "FDO".
                let mark = Data([0x0A, 0x0C, 0x7C, 0x40] + Array("FDO\0".utf8))
                let start = try #require(program.range(of: mark))
                let sizes = program[(start.lowerBound - 8)..<start.lowerBound]
                #expect(Array(sizes.prefix(4)) == [4, 0, 0, 0])
                let size = sizes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
                let description = program[start.upperBound...].prefix(size)
                #expect(description.last == 0)
                let features = try JSONSerialization.jsonObject(with: description.dropLast()) as? [[String: Any]]
                let feature = try #require(features?.first)
                #expect(features?.count == 1 && feature["priority"] as? String == "recommended")
                #expect(feature["feature"] as? String == "network")
                #expect(feature["description"] as? String == "Asks exchanges for quotes")
                #expect(feature["soname"] as? [String] == ["libcurl.so.4", "libcurl-gnutls.so.4"])
            }
        }
    }
#endif
