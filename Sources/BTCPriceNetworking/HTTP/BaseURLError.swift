/// The raw value is the reason.
enum BaseURLError: String, Error {
    /// It has no `https://` or `http://`, or no host, or contains a space, a control character or one that is not ASCII.
    case notAURL = "not a URL such as https://host/path"
    case userInformation = "user information is not allowed"
    case queryOrFragment = "a query or a fragment is not allowed"
    case httpToRemoteHost = "http is allowed for loopback hosts only; use https"
}
