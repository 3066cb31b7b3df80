"""The common part of all commands: how they speak, and the installation they work on."""
