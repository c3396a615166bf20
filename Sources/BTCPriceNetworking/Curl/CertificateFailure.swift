/// What follows `certificate` or `proxy certificate` in a message.
enum CertificateFailure: String {
    case otherHost = "is for another host"
    case notYetValid = "is not yet valid"
    case expired = "has expired"
    case selfSigned = "is self-signed"
    case unknownIssuer = "is from an unknown issuer"
    case other = "is not trusted"

    /// - Parameter verifyResult: of OpenSSL and its relatives (openssl/x509_vfy.h).
    init(verifyResult: Int) {
        self =
            switch verifyResult {
            // For another host, OpenSSL's result is 62. If libcurl compares the host itself, the result may still be
            // its initial 1, or 0 if all else is valid.
            case 0, 1, 62: .otherHost
            case 9: .notYetValid
            case 10: .expired
            case 18: .selfSigned
            case 2, 19, 20, 21: .unknownIssuer
            default: .other
            }
    }
}
