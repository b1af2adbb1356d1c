"""Rules of the house that no other tool checks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def tracked() -> list[Path]:
    """Return the files that git tracks, or every file where there is no git."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]
    return [path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts]


def test_the_top_level_is_the_houses() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert top == {
        ".ci",
        ".gitignore",
        "LICENSE",
        "README.md",
        "citeview",
        "packaging",
        "pyproject.toml",
        "resources",
        "tests",
    }


def test_the_broken_release_of_pyside_is_excluded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pyside = next(need for need in project["dependencies"] if need.startswith("PySide6"))
    assert pyside.startswith("PySide6-Essentials")
    assert "!=6.12.0" in pyside


def test_packaging_is_no_package() -> None:
    # pip and pytest import a library of that name.
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_no_path_of_a_machine_is_in_the_tree() -> None:
    found = re.compile(rb"/(?:w[o]rk|h[o]me|r[o]ot|Users)/[A-Za-z0-9_.-]+")
    binary = {".png", ".citeview", ".zip", ".pdf"}
    guilty = [
        (str(path.relative_to(ROOT)), hit.group().decode())
        for path in tracked()
        if path.suffix not in binary and "data" not in path.relative_to(ROOT).parts
        for hit in [found.search(path.read_bytes())]
        if hit is not None
    ]
    assert guilty == []


def test_the_readmes_commands_exist() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for script in re.findall(r"^sh (packaging/\S+\.sh)", readme, re.MULTILINE):
        assert (ROOT / script).is_file()
    for target in re.findall(r"\]\((resources/[^)]+)\)", readme):
        assert (ROOT / target).exists()
    assert "packaging/test.sh" in (ROOT / ".ci" / "run").read_text("utf-8")


@pytest.mark.parametrize("script", sorted((ROOT / "packaging").glob("*.sh")), ids=lambda path: path.name)
def test_scripts_are_posix_shell(script: Path) -> None:
    subprocess.run(["sh", "-n", str(script)], check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and unpack it as an installation would."""
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = out.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(out / "installed")
    return out / "installed"


def test_the_wheel_carries_the_resources(wheel: Path) -> None:
    for name in ("sample/export.json", "icons/citeview.svg", "schema/citeview-export.schema.json"):
        assert (wheel / "citeview" / "resources" / name).is_file()


def test_the_installed_program_finds_its_sample_and_checks_it(wheel: Path, tmp_path: Path) -> None:
    program = (
        "import citeview, sys; from citeview.assets import asset_path; from citeview.cli.main import main;"
        "print(citeview.__file__); sys.exit(main(['check', str(asset_path('sample'))]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(wheel)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert str(wheel) in ran.stdout
    assert ran.returncode == 1, ran.stderr
    assert "Quote found" in ran.stdout
