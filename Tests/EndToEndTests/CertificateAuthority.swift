import Foundation
import TestSupport
import Testing

/// A throw-away authority, and the certificates it gives, made by the openssl command.
struct CertificateAuthority {
    static let missing =
        Program.missing(["openssl"])
        + (systemBundles.contains { access($0, R_OK) == 0 } ? [] : ["the package ca-certificates"])
    /// The certificates that the system trusts, on Debian, Fedora and macOS: without any, btcq's errors are others.
    private static let systemBundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]
    /// What follows the message for an exchange's certificate from an unknown authority.
    static let hint = "set SSL_CERT_FILE if your network replaces certificates"

    /// The files of those that were made so far, by name and certificates: each is made once.
    private static let made = Locked<[String: [String: Data]]>([:])

    /// Holds `ca.pem`, the number `hash` by which OpenSSL finds it, and for each certificate NAME.pem and NAME.key.
    let directory: String
    var file: String { "\(directory)/ca.pem" }

    /// Makes the authority and the certificates that are asked for: `good`, `expired`, `future`, `client` (for no
    /// server), `weak` (with a short key), `selfsigned`, which is its own authority, all of localhost, or one of the
    /// host of that name.
    ///
    /// - Parameter name: of its directory.
    init(in box: Sandbox, named name: String = "ca", certificates: [String] = ["good"]) throws {
        directory = "\(box.directory)/\(name)"
        let key = "\(name) \(certificates)"
        if let files = Self.made.withLock({ $0[key] }) {
            for (file, data) in files { try box.write(data, to: "\(directory)/\(file)") }
            return
        }
        /// As openssl reads it: 20251027195639Z.
        func days(_ offset: Double) -> String {
            Date(timeIntervalSinceNow: offset * 86_400).ISO8601Format().filter { $0.isNumber || $0 == "Z" }
        }
        let run = try box.shell(
            """
            set -e
            mkdir -p '\(directory)' && cd '\(directory)'
            key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }
            cat > ca.cnf <<'END'
            [ca]
            default_ca = this
            [this]
            database = index.txt
            new_certs_dir = .
            serial = serial
            default_md = sha256
            policy = any
            copy_extensions = copy
            unique_subject = no
            [any]
            commonName = supplied
            [req]
            distinguished_name = any
            x509_extensions = authority
            [authority]
            basicConstraints = critical, CA:TRUE
            subjectKeyIdentifier = hash
            END
            : > index.txt
            echo 01 > serial
            key ca
            openssl req -x509 -new -config ca.cnf -key ca.key -subj '/CN=btcq test authority \(name)' \\
                -days 2 -out ca.pem
            openssl x509 -in ca.pem -noout -hash > hash
            issue() {
                key "$1"
                openssl req -new -key "$1.key" -subj "/CN=$2" -addext "subjectAltName=DNS:$2" \\
                    -addext "extendedKeyUsage=${5-serverAuth}" -out "$1.csr"
                openssl ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in "$1.csr" -out "$1.pem" \\
                    -startdate "$3" -enddate "$4" -notext
            }
            for certificate in \(certificates.joined(separator: " ")); do
                case $certificate in
                good) issue good localhost \(days(-1)) \(days(1)) ;;
                expired) issue expired localhost \(days(-9)) \(days(-1)) ;;
                future) issue future localhost \(days(1)) \(days(9)) ;;
                client) issue client localhost \(days(-1)) \(days(1)) clientAuth ;;
                weak)
                    key() { openssl genrsa -out "$1.key" 1024; }
                    issue weak localhost \(days(-1)) \(days(1))
                    ;;
                selfsigned)
                    key selfsigned
                    openssl req -x509 -new -key selfsigned.key -subj /CN=localhost \\
                        -addext subjectAltName=DNS:localhost -days 2 -out selfsigned.pem
                    ;;
                *) issue "$certificate" "$certificate" \(days(-1)) \(days(1)) ;;
                esac
            done
            """)
        try #require(run.status == 0, "\(run)")
        var files: [String: Data] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: directory) {
            files[file] = FileManager.default.contents(atPath: "\(directory)/\(file)")
        }
        Self.made.withLock { $0[key] = files }
    }

    /// A directory that holds the authority under the name its hash gives it.
    func makeHashedDirectory(in box: Sandbox) throws -> String {
        try box.write(box.contents(file), to: "\(directory)/hashed/\(box.contents("\(directory)/hash").dropLast()).0")
        return "\(directory)/hashed"
    }
}
