import TestSupport

/// A name server of a network namespace: a few lines of Python. It ends after 20 seconds.
enum NameServer {
    /// Lines of shell that start it as the only one of the namespace, and wait until it listens.
    ///
    /// - Parameter records: addresses by type of query, such as `A=127.0.0.1,127.0.0.2 AAAA=`. With an empty list there
    ///   is no such record; a query of another type is dropped. `delay=0.3` is a time in seconds, and `at=127.0.0.9`
    ///   the server's own address.
    static func start(records: String, in box: Sandbox) throws -> String {
        try box.write(script, to: "names.py")
        return """
            ip link set lo up
            echo 'nameserver 127.0.0.1' > resolv.conf
            echo 'hosts: dns' > nsswitch.conf
            mount --bind resolv.conf "$(readlink -f /etc/resolv.conf)"
            mount --bind nsswitch.conf /etc/nsswitch.conf
            rm -f names
            python3 names.py \(records) > names &
            until [ -s names ]; do sleep 0.02; done

            """
    }

    private static let script = """
        import os, socket, struct, sys, threading
        threading.Timer(20, os._exit, [0]).start()
        families = {"A": (1, socket.AF_INET), "AAAA": (28, socket.AF_INET6)}
        records, delay, host = {}, 0, "127.0.0.1"
        for argument in sys.argv[1:]:
            name, value = argument.split("=")
            if name == "delay":
                delay = float(value)
                continue
            if name == "at":
                host = value
                continue
            kind, family = families[name]
            records[kind] = [socket.inet_pton(family, address) for address in value.split(",") if address]
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind((host, 53))
        print("listening", flush=True)
        while True:
            query, client = server.recvfrom(512)
            end = query.index(0, 12) + 5
            kind = query[end - 3]
            if kind not in records:
                continue
            response = query[:2] + struct.pack(">5H", 0x8180, 1, len(records[kind]), 0, 0) + query[12:end]
            for address in records[kind]:
                response += struct.pack(">HHHIH", 0xC00C, kind, 1, 60, len(address)) + address
            threading.Timer(delay, server.sendto, [response, client]).start()
        """
}

/// Addresses of a network namespace whose port 443 drops packets: the queue of a server that accepts nothing is full.
/// It is a few lines of Python, and ends after 20 seconds.
enum SilentAddresses {
    /// Lines of shell that start it, and wait until packets are dropped.
    static func start(_ addresses: [String], in box: Sandbox) throws -> String {
        if addresses.isEmpty { return "" }
        try box.write(script, to: "silent.py")
        return """
            rm -f silent
            python3 silent.py \(addresses.joined(separator: " ")) > silent &
            until [ -s silent ]; do sleep 0.02; done

            """
    }

    private static let script = """
        import socket, sys, time
        sockets = []
        for address in sys.argv[1:]:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            server = socket.socket(family)
            server.bind((address, 443))
            server.listen(0)
            sockets.append(server)
            for _ in range(3):
                client = socket.socket(family)
                client.setblocking(False)
                client.connect_ex((address, 443))
                sockets.append(client)
        print("silent", flush=True)
        time.sleep(20)
        """
}
