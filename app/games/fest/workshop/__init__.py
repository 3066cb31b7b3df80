"""House cards of the school festival, with effects and rule tags that their authors define."""
