"""Text in columns, where a Japanese character is two wide."""

from collections.abc import Collection, Sequence

from rich.cells import cell_len

GAP = "  "


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """The rows as lines, columns under each other; those in `right` are set to the right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            padded(cell, width, to_the_right=column in right)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def padded(text: str, width: int, *, to_the_right: bool) -> str:
    """The text with blanks until it is as wide as this."""
    blanks = " " * (width - cell_len(text))
    return blanks + text if to_the_right else text + blanks
