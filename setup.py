"""What is not said in pyproject.toml: templates and migrations, and the compiled halves of the games.

Those are optional, since each has a pure twin that answers the same.
"""

from hashlib import sha256
from pathlib import Path
from shutil import copytree, ignore_patterns

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

HEADER = Path("app/engine/kernel.h")


class Build(build_py):
    """Templates and migrations stand beside the program in a checkout, and in it when it is installed."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for name in ("templates", "migrations"):
                copytree(
                    name,
                    Path(self.build_lib, "app", name),
                    ignore=ignore_patterns("__pycache__"),
                    dirs_exist_ok=True,
                )


setup(
    cmdclass={"build_py": Build},
    ext_modules=[
        Extension(
            ".".join(source.with_suffix("").parts),
            [source.as_posix()],
            depends=[HEADER.as_posix()],
            include_dirs=[HEADER.parent.as_posix()],
            define_macros=[
                (
                    "SOURCE_SHA256",
                    sha256(HEADER.read_bytes() + source.read_bytes()).hexdigest(),
                )
            ],
            # Numbers of a battle that are read right after they were written wait when they are
            # gathered in vectors, as the compiler would.
            extra_compile_args=["-O3", "-fno-tree-slp-vectorize"],
            optional=True,
        )
        for source in sorted(Path("app/games").glob("*/**/_kernel.c"))
    ],
)
