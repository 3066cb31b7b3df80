"""Forms that several pages share: as typed, and with their problems field by field."""
