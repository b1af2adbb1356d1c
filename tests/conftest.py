"""Fixtures that every test may use."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from hypothesis import settings

# How long an example takes says how busy the machine is; performance is measured in tests/bench.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

# No test opens a window on the screen of whoever runs it, and none needs a screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _builders() -> ModuleType:
    # Tests are imported with importlib, so there is no package `tests` to import from.
    name = "citeview_test_builders"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("builders.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep every test, and every process that it starts, away from the user's own store, decisions and settings."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATA", "CONFIG", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        yield home


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Give the builders of records, snapshots, stores and bundles (tests/builders.py)."""
    return _builders().Build(lambda: tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def data() -> Path:
    """Give the folder of test data."""
    return Path(__file__).with_name("data")


@pytest.fixture(scope="session")
def contrast() -> Callable[[str, str], float]:
    """Give the measure of contrast between two colours."""
    return cast("Callable[[str, str], float]", _builders().contrast)
