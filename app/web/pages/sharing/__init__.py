"""How characters and seasons look elsewhere: crests, pictures, preview cards, frames for other sites."""
