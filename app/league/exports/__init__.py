"""Tables that can be downloaded: each is one object, and every door is a loop over them."""
