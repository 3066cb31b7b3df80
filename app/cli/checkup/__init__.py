"""The needs of a site, each tried as it will be used: a log-in to its mail server, a port to listen at.

A checkup creates, changes and sends nothing.
"""
