"""A checkup of this installation, with all its faults."""

from dataclasses import asdict

import typer

from app.cli.checkup.findings import Finding
from app.cli.console import installation, voice
from app.cli.console.options import JsonOption, say_json, say_table
from app.errors import SettingsWrong

commands = typer.Typer()


@commands.command(epilog=voice.examples("hikyaku doctor", "hikyaku doctor --json"))
def doctor(as_json: JsonOption = False) -> None:
    """Check this installation, and say what is wrong with it.

    Shows versions, games and the machine. Checks settings, database, secret, file permissions,
    mail, pages and workers. It logs in where the site would, and sends nothing. The exit code is 1
    if something is wrong.
    """
    from app.cli.checkup import machine

    findings = [*machine.look(), *site()]
    is_well = not any(finding.wrong for finding in findings)
    if as_json:
        told = [asdict(each) | {"state": each.state} for each in findings]
        say_json({"is_well": is_well, "findings": told})
    else:
        say_table([each.what, each.state, each.found] for each in findings)
    if not is_well:
        raise voice.Refused(
            [f"{finding.what}: {finding.wrong}" for finding in findings if finding.wrong]
        )


def site() -> list[Finding]:
    """The findings about the site of these settings; none while the settings are wrong."""
    from app.cli.checkup.site import look

    try:
        return list(look(installation.settings()))
    except SettingsWrong:
        return []  # `computing` has said so
