"""The actions of commands: each carries out the request of a mail, and returns the subject matter of its answer."""
