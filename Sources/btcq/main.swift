import BTCQCommand

await Command.main()
