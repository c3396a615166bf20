import Foundation
import Platform
import Testing

@Suite struct SystemErrorTests {
    @Test(arguments: [
        (EMFILE, "no file descriptor is left"), (ENFILE, "no file descriptor is left"),
        (ENOSPC, "No space left on device"), (EACCES, "Permission denied"),
    ])
    func systemError_hasTheTextOfTheSystemUnlessNoDescriptorIsLeft(_ code: Int32, _ text: String) {
        #expect("\(SystemError(code: code))" == text)
    }
}
