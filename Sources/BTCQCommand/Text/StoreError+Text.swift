import BTCPriceCore
import System

extension StoreError {
    /// One clause, such as `/home/me/.cache/btcq: No space left on device`.
    var text: String {
        switch self {
        case .system(let path, let code): "\(path): \(SystemError(code: code))"
        case .unusable(let path, let reason): "\(path) \(reason.text)"
        case .disabled(.noHome): "HOME is not an absolute path"
        case .disabled(.directoryOfAnotherUser(let path)): "\(path) belongs to another user"
        }
    }
}

extension StoreError.Reason {
    fileprivate var text: String {
        switch self {
        case .directory: "is a directory"
        case .symbolicLink: "is a symbolic link"
        case .notARegularFile: "is not a regular file"
        case .ofAnotherUser: "belongs to another user"
        case .tooLarge: "is too large"
        case .empty: "is empty"
        case .incomplete: "is not complete"
        case .anotherVersion: "is of another version"
        case .anotherCurrency: "is in another currency"
        case .noQuote: "contains no quote"
        }
    }
}
