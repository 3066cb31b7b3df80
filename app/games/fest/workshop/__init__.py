"""What people make for the school festival: effects of their own under tags of their own, and cards."""
