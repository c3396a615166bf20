Command.main()
