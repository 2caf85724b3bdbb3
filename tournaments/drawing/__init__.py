"""What chips, cards and a table look like, as plain values: no template, no query, no request."""
