import TestSupport

extension Sandbox {
    /// Shell that starts a process with a lease of the file, which it gives up some time after another one wants to open it.
    func takingLease(of path: String, seconds: Double) throws -> String {
        try write(
            """
            import fcntl, os, signal, sys, time
            file = os.open(sys.argv[1], os.O_RDWR)
            def give_up(*_):
                time.sleep(\(seconds))
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
                os._exit(0)
            signal.signal(signal.SIGIO, give_up)
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            print("leased", flush=True)
            time.sleep(9)
            """, to: "lease.py")
        return "python3 lease.py '\(path)' >leased & until [ -s leased ]; do sleep 0.02; done\n"
    }
}
