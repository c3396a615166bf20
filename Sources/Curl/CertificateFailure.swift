/// Why a certificate was not accepted: the verify results of OpenSSL and its relatives (openssl/x509_vfy.h).
enum CertificateFailure {
    case otherHost, notYetValid, expired, selfSigned, unknownIssuer, other

    init(verifyResult: Int) {
        self =
            switch verifyResult {
            // If the certificate is for another host: 62 by OpenSSL; or 1, which libcurl sets first; or 0, if all else is valid.
            case 0, 1, 62: .otherHost
            case 9: .notYetValid
            case 10: .expired
            case 18: .selfSigned
            case 2, 19, 20, 21: .unknownIssuer
            default: .other
            }
    }

    /// What follows `certificate` or `proxy certificate` in a clause.
    var text: String {
        switch self {
        case .otherHost: "is for another host"
        case .notYetValid: "is not yet valid"
        case .expired: "has expired"
        case .selfSigned: "is self-signed"
        case .unknownIssuer: "is from an unknown issuer"
        case .other: "is not trusted"
        }
    }
}
