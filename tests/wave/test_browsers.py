"""Browsers of the benchmarks: a line that was closed is taken up again, an answer that broke off is not asked for twice."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.wave.browsers import HOST, Browser, Watch

_WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"


def ask(times: int, *lines: Sequence[bytes]) -> tuple[list[int], int]:
    """The statuses of so many answers, and how often was asked.

    The server gives on each new line what is said for it, one after the other, and closes it then.
    """

    async def run() -> tuple[list[int], int]:
        asked, following = 0, iter(lines)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal asked
            for answer in next(following):
                await reader.readuntil(b"\r\n\r\n")
                asked += 1
                writer.write(answer)
                await writer.drain()
            writer.close()

        server = await asyncio.start_server(serve, HOST, 0)
        port = server.sockets[0].getsockname()[1]
        async with server, Browser(port, "192.0.2.1", Watch()) as browser:
            found = [(await browser.get("/", "page")).status for _ in range(times)]
        return found, asked

    return asyncio.run(run())


def test_a_line_that_the_server_closed_without_a_word_is_opened_anew() -> None:
    assert ask(3, [_WHOLE], [_WHOLE, _WHOLE]) == ([200, 200, 200], 3)


@pytest.mark.parametrize("part", [_WHOLE[:10], _WHOLE[:-1]])
def test_an_answer_that_breaks_off_is_not_asked_for_again(part: bytes) -> None:
    with pytest.raises(asyncio.IncompleteReadError):
        ask(2, [_WHOLE, part], [_WHOLE])
