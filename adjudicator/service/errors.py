"""What goes wrong with secrets."""


class SecretError(OSError):
    """A secret cannot be had now. Says where it should be, and never what it is."""
