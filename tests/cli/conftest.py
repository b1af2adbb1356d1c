"""Run the command line as its users do: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(tmp_path: Any) -> Any:
    """Run `python -m citeview …` with a fresh home and no display."""

    def call(*words: Any, stdin: str | bytes | None = None, **environment: str) -> Ran:
        kept = {key: value for key, value in os.environ.items() if key not in {"DISPLAY", "WAYLAND_DISPLAY"}}
        home = {
            "HOME": str(tmp_path),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        }
        given = stdin.encode("utf-8", "surrogatepass") if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [sys.executable, "-m", "citeview", *map(str, words)],
            input=given,
            stdin=None if given is not None else subprocess.DEVNULL,
            capture_output=True,
            check=False,
            env={**kept, **home, **environment},
            timeout=120,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
