import CSystem

package enum ProcessArguments {
    /// The arguments of this process, without the program name. They need not be UTF-8.
    package static var all: [[UInt8]] {
        (1..<max(1, csystem_argument_count())).compactMap { csystem_argument($0).map { bytes(of: $0) } }
    }

    /// Whether this process was started under `name`, in whatever directory.
    package static func programIsNamed(_ name: String) -> Bool {
        guard let path = csystem_argument(0) else { return false }
        return bytes(of: path).split(separator: UInt8(ascii: "/")).last?.elementsEqual(name.utf8) == true
    }
}
