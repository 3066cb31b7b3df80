"""House cards of ラプラプラス: the words that a card is made of, their meaning in two languages, and the reading of a file."""
