import System
import Testing

@Suite struct SystemErrorTests {
    @Test(arguments: [EMFILE, ENFILE])
    func description_whenNoDescriptorIsLeft_saysSo(_ code: Int32) {
        #expect("\(SystemError(code: code))" == "no file descriptor is left")
    }

    @Test(arguments: [
        (ENOSPC, "No space left on device"), (EACCES, "Permission denied"), (EIO, "Input/output error"),
    ])
    func description_ofAnyOtherError_isThatOfTheSystem(_ code: Int32, _ text: String) {
        #expect("\(SystemError(code: code))" == text)
    }

    @Test func last_isTheErrorOfTheLastSystemCall() {
        _ = close(-1)
        #expect(SystemError.last == SystemError(code: EBADF))
    }
}
