"""What a site needs, each looked at as it will be used: a log-in where it will log in, a port where it will listen.

Looking makes, changes and sends nothing.
"""
