"""Find the files that come with the program: in a checkout, in an installed wheel, in a frozen program."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def asset_path(*parts: str) -> Path | None:
    """Return where a file or folder of `resources/` lies, or None where the installation lacks it.

    In a checkout that is `resources/` beside the package; a wheel carries the folder inside the package.
    """
    package = Path(str(files("citeview")))
    for root in (package / "resources", package.parent / "resources"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    return None
