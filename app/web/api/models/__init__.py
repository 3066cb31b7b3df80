"""The models of the API, from which OpenAPI is made."""
