import BTCQCommand

Command.main()
