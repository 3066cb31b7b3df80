"""The decisions about a season, one object each. Forms, options, the API, the log and letters are made from them."""
