"""The decisions about a season: each is one object, from which forms, options, the API, the log and letters are made."""
