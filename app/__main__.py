"""`python -m app` is the program `hikyaku`."""

from app.cli import main

if __name__ == "__main__":  # processes that play battles import this file too
    main()
