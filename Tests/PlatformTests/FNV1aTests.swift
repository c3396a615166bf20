import Platform
import Testing

@Suite struct FNV1aTests {
    /// Of the authors' test vectors.
    @Test(arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)])
    func fnv1a_isHashOfThatName(_ text: String, _ hash: UInt64) {
        #expect(text.utf8.fnv1a == hash)
    }
}
