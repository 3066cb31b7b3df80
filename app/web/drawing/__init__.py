"""Pictures drawn by the server: crests, and the preview cards of links on other sites."""
