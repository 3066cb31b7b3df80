"""Commands as tests give them."""

from typer.testing import CliRunner

from app.cli import program


def hikyaku(*arguments: str, stdin: str | None = None) -> str:
    done = CliRunner().invoke(program, arguments, input=stdin, prog_name="hikyaku")
    assert done.exit_code == 0, done.stderr
    return done.stdout
