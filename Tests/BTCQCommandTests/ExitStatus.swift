import BTCQCommand

/// Swift Testing has one too.
typealias ExitStatus = BTCQCommand.ExitStatus
