import TestSupport

/// A name server of a network namespace: a few lines of Python. It ends after 20 seconds.
enum NameServer {
    /// Lines of shell that start it as the only one of the namespace, and wait until it listens.
    ///
    /// - Parameter records: addresses by type of query, such as `A=127.0.0.1 AAAA=`. With an empty one there is no such record;
    ///   a query of another type is dropped.
    static func start(records: String, in box: Sandbox) throws -> String {
        try box.write(script, to: "names.py")
        return """
            ip link set lo up
            echo 'nameserver 127.0.0.1' > resolv.conf
            echo 'hosts: dns' > nsswitch.conf
            mount --bind resolv.conf "$(readlink -f /etc/resolv.conf)"
            mount --bind nsswitch.conf /etc/nsswitch.conf
            python3 names.py \(records) > names &
            until [ -s names ]; do sleep 0.02; done

            """
    }

    private static let script = """
        import os, socket, struct, sys, threading
        threading.Timer(20, os._exit, [0]).start()
        families = {"A": (1, socket.AF_INET), "AAAA": (28, socket.AF_INET6)}
        records = {}
        for argument in sys.argv[1:]:
            name, address = argument.split("=")
            kind, family = families[name]
            records[kind] = socket.inet_pton(family, address) if address else None
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", 53))
        print("listening", flush=True)
        while True:
            query, client = server.recvfrom(512)
            end = query.index(0, 12) + 5
            kind = query[end - 3]
            if kind not in records:
                continue
            response = query[:2] + struct.pack(">5H", 0x8180, 1, records[kind] is not None, 0, 0) + query[12:end]
            if records[kind]:
                response += struct.pack(">HHHIH", 0xC00C, kind, 1, 60, len(records[kind])) + records[kind]
            server.sendto(response, client)
        """
}
