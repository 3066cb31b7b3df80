"""What commands share: how they speak, what they need of an installation."""
