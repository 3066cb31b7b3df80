"""The kinds of letters: the name of each, its contents, and the properties that all that handle letters ask of it.

A new kind is a class in `answers` or `news` and a folder in `templates/mail` with its subject, text and HTML. The
templates get the fields of the class by their names; what must be computed for them, `app.letters.contents.CONTEXTS` says.
"""
