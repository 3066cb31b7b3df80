"""What organisers do to entries, and what they check before they publish. Every act is logged."""
