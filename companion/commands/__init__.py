"""One file a subcommand of `companion`; each holds a click command named `command`."""
