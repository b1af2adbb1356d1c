"""Rules of the house that no other tool checks."""

from __future__ import annotations

import ast
import configparser
import doctest
import os
import re
import shlex
import shutil
import stat
import struct
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import citeview
from citeview.checks.verdict import HEADLINES, Headline
from citeview.cli.main import COMMANDS
from citeview.session import open_export

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LINUX = ROOT / "packaging" / "linux"
BINARY = {".png", ".citeview", ".zip", ".pdf"}


def tracked() -> list[Path]:
    """Return the files that git tracks, or every file where there is no git."""
    git = shutil.which("git")
    listed = git and subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed and listed.returncode == 0 and listed.stdout:
        return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]
    made = {".git", *(line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines())}
    return [path for path in ROOT.rglob("*") if path.is_file() and made.isdisjoint(path.relative_to(ROOT).parts)]


def lines_with(pattern: str, under: str, *, suffix: str = ".py") -> list[str]:
    """Return the places under a folder where a pattern stands; this file, which holds the patterns, is left out."""
    found = re.compile(pattern)
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / under).rglob(f"*{suffix}"))
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if found.search(line)
    ]


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the modules that a file imports, and whether it does so only when a function is called."""

    def walk(node: ast.AST, late: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                yield from ((name.name, late) for name in child.names)
            elif isinstance(child, ast.ImportFrom):
                yield child.module or "", late
            else:
                yield from walk(child, late or isinstance(child, ast.FunctionDef))

    return walk(ast.parse(path.read_bytes()), False)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


# The tree


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


def test_packaging_is_no_package() -> None:
    # pip and pytest import a library of that name.
    assert not list((ROOT / "packaging").rglob("__init__.py"))


def test_no_path_of_a_machine_is_in_the_tree() -> None:
    found = re.compile(rb"/(?:w[o]rk|h[o]me|r[o]ot|Users)/[A-Za-z0-9_.-]+|\.libr[a]ry/|\bsh[a]red/")
    guilty = [
        (str(path.relative_to(ROOT)), hit.group().decode())
        for path in tracked()
        if path.suffix not in BINARY and "data" not in path.relative_to(ROOT).parts
        for hit in [found.search(path.read_bytes())]
        if hit is not None
    ]
    assert guilty == []


def test_nothing_is_skipped_expected_to_fail_or_waited_for() -> None:
    assert lines_with(r"mark\.(skip|xfail)|pytest\.(skip|xfail|importorskip)\(|time\.sleep\([^0]", "tests") == []


def test_no_settings_are_kept_in_the_null_device() -> None:
    # QSettings writes a file beside it and renames that: as root it puts a plain file in the device's place.
    for under in ("citeview", "tests", "resources"):
        assert lines_with(r"QSettings\(.*(devnull|/dev/null)", under) == []


def test_every_type_ignored_has_a_code() -> None:
    assert [place for under in ("citeview", "tests") for place in lines_with(r"# type: ignore(?!\[)", under)] == []


# Layers


def test_only_the_window_imports_qt() -> None:
    guilty = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "citeview").rglob("*.py")
        if "gui" not in path.parts
        for module, _ in imports(path)
        if within(module, "PySide6") or within(module, "shiboken6")
    ]
    assert guilty == []


def test_the_command_line_loads_the_window_late_and_in_two_commands() -> None:
    loading = {
        (path.name, late)
        for path in (ROOT / "citeview" / "cli").glob("*.py")
        for module, late in imports(path)
        if within(module, "citeview.gui")
    }
    assert loading == {("window.py", True), ("shot.py", True)}


def test_every_package_has_its_layer() -> None:
    contract = PROJECT["tool"]["importlinter"]["contracts"][0]
    layered = {name.strip() for layer in contract["layers"] for name in layer.split("|")}
    below = {path for path in (ROOT / "citeview").iterdir() if path.is_dir() and list(path.glob("*.py"))}
    modules = {f"citeview.{path.stem}" for path in (ROOT / "citeview").glob("[a-z]*.py")} - {"citeview.assets"}
    assert layered == {f"citeview.{path.name}" for path in below} | modules
    without_qt = set(PROJECT["tool"]["importlinter"]["contracts"][1]["source_modules"])
    assert without_qt == layered - {"citeview.cli", "citeview.gui"}


def test_the_command_line_starts_without_what_it_does_not_use() -> None:
    program = (
        "import sys; from citeview.cli.main import main; code = main(['rules']);"
        "heavy = {'PySide6', 'rich', 'rapidfuzz', 'msgspec', 'platformdirs', 'sqlite3'} & set(sys.modules);"
        "sys.exit(f'loaded {heavy}' if heavy else code)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, text=True)
    assert ran.returncode == 0, ran.stderr


def test_a_picture_of_the_window_leaves_the_machine_as_it_was(tmp_path: Path) -> None:
    # As root, settings kept in the null device would have Qt put a plain file in its place.
    picture = tmp_path / "window.png"
    before = Path(os.devnull).stat()
    words = [sys.executable, "-m", "citeview", "shot", str(ROOT / "resources" / "sample"), "--out", str(picture)]
    ran = subprocess.run(words, capture_output=True, check=False, env={**os.environ, "TMPDIR": str(tmp_path)})
    assert ran.returncode == 0, ran.stderr
    after = Path(os.devnull).stat()
    assert (stat.S_IFMT(after.st_mode), after.st_ino) == (stat.S_IFMT(before.st_mode), before.st_ino)
    assert list(tmp_path.iterdir()) == [picture]


# The README


def test_the_readme_names_files_that_exist() -> None:
    scripts = re.findall(r"sh (packaging/\S+\.sh)", README)
    assert {"packaging/run.sh", "packaging/test.sh"} <= set(scripts)
    for target in [*scripts, *re.findall(r"\]\(([^)#:]+)\)", README)]:
        assert (ROOT / target).exists(), target


def test_the_readmes_commands_and_options_exist() -> None:
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
    commands = [shlex.split(line, comments=True) for line in blocks.splitlines() if line.startswith("citeview ")]
    named = {words[1] for words in commands} - {"resources/sample"}
    assert {"check", "map", "quote", "rules", "shot"} <= named <= set(COMMANDS)
    for name in named:
        shown = subprocess.run(
            [sys.executable, "-m", "citeview", name, "--help"], capture_output=True, check=True, text=True
        )
        mentioned = {word for words in commands if words[1] == name for word in words if word.startswith("--")}
        assert mentioned <= set(re.findall(r"--[a-z]+", shown.stdout)), name


def test_the_readmes_python_says_what_it_says() -> None:
    (block,) = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_the_readmes_commands_print_what_it_says() -> None:
    shown = 0
    for block in re.findall(r"```console\n\$ citeview (.*?)```", README, re.DOTALL):
        command, _, output = block.partition("\n")
        if output.strip():
            words = [sys.executable, "-m", "citeview", *shlex.split(command)]
            ran = subprocess.run(words, cwd=ROOT, capture_output=True, check=False)
            assert ran.stdout.decode() == output
            shown += 1
    assert shown


def test_the_readmes_export_is_one(build: Any) -> None:
    (block,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    with open_export(build.export_file(block.encode())) as session:
        verdict = session.verdict(0)
        answer = session.answer(0)
    assert answer is not None
    assert verdict.answer_range.span is not None
    assert answer.text[slice(*verdict.answer_range.span)] == "the origin serves only 1 request in 10"
    assert verdict.headline is Headline.COULD_NOT_CHECK  # its digests are cut short


def test_the_readme_gives_the_labels_to_the_letter() -> None:
    for row in HEADLINES.values():
        label = re.sub(r"\{.*?\}", "…", row.label)
        assert f"| {row.mark} | {label} |" in README


def test_the_readme_has_the_layers_of_the_contract() -> None:
    layers = [
        {name.strip().removeprefix("citeview.") for name in layer.split("|")}
        for layer in PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    ]
    table = README.split("## How it is built")[1]
    rows = [set(re.findall(r"`([a-z]+)`", row)) for row in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)]
    # The window and the command line stand on the same things and do not know each other but for its start.
    assert rows == [layers[0] | layers[1], *layers[2:]]


def test_the_readmes_keys_are_the_windows() -> None:
    from citeview.gui.actions import COMMANDS as ACTIONS

    keys = {key for command in ACTIONS for key in command.keys}
    section = README.split("## Keys")[1].split("\n## ")[0]
    named = set(re.findall(r"^\| `([^|]*)` \|", section, re.MULTILINE))
    mentioned = {key for row in named for key in row.split("`, `")}
    assert mentioned
    assert mentioned - {"Up", "Down"} <= keys


# The distribution


def test_the_broken_release_of_pyside_is_excluded() -> None:
    pyside = next(need for need in PROJECT["project"]["dependencies"] if need.startswith("PySide6"))
    assert pyside.startswith("PySide6-Essentials")
    assert "!=6.12.0" in pyside


def test_the_version_is_the_same_everywhere() -> None:
    release = ET.parse(LINUX / "citeview.metainfo.xml").find("releases/release")  # noqa: S314 - our own file
    assert release is not None
    assert PROJECT["project"]["version"] == citeview.__version__ == release.get("version")


def test_the_desktop_files_agree() -> None:
    desktop = configparser.ConfigParser(interpolation=None)
    desktop.read(LINUX / "citeview.desktop", "utf-8")
    entry = desktop["Desktop Entry"]
    kind = ET.parse(LINUX / "citeview.xml").find("{*}mime-type")  # noqa: S314 - our own file
    provided = ET.parse(LINUX / "citeview.metainfo.xml").findtext("provides/mediatype")  # noqa: S314 - our own file
    assert kind is not None
    assert entry["MimeType"] == f"{kind.get('type')};" == f"{provided};"
    assert entry["Exec"].split() == ["citeview", "%f"]
    assert "citeview" in PROJECT["project"]["scripts"]


def test_every_icon_has_the_size_that_it_is_named_after() -> None:
    icons = list((ROOT / "resources" / "icons").glob("citeview-*.png"))
    assert {16, 32, 48, 256} <= {int(path.stem.removeprefix("citeview-")) for path in icons}
    for path in icons:
        # PNG, ISO/IEC 15948: the signature, then IHDR with width and height.
        start = path.read_bytes()[:24]
        assert start[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", start[16:]) == (int(path.stem.removeprefix("citeview-")),) * 2


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


def test_the_wheel_carries_the_resources_and_no_rubbish(wheel: Path) -> None:
    resources = {
        path.relative_to(ROOT)
        for path in tracked()
        if path.is_relative_to(ROOT / "resources") and path.suffix != ".pyc"
    }
    assert {path for path in resources if not (wheel / "citeview" / path).is_file()} == set()
    assert not [path for path in wheel.rglob("*") if path.suffix == ".pyc" or path.name.startswith(".")]


def test_the_wheel_tells_the_desktop(wheel: Path) -> None:
    share = next(wheel.glob("*.data")) / "data" / "share"
    for name in ("applications/citeview.desktop", "mime/packages/citeview.xml", "metainfo/citeview.metainfo.xml"):
        assert (share / name).is_file()
    assert len(list((share / "icons" / "hicolor").rglob("citeview.*"))) >= 5


def test_the_installed_program_finds_its_sample_and_checks_it(wheel: Path, tmp_path: Path) -> None:
    program = (
        "import citeview, sys; from citeview.assets import asset_path; from citeview.cli.main import main;"
        "print(citeview.__file__, asset_path('sample')); sys.exit(main(['check', str(asset_path('sample'))]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(wheel)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout.startswith(f"{wheel}/citeview/__init__.py {wheel}/citeview/resources/sample\n")
    assert "Quote found" in ran.stdout


def test_a_file_that_the_installation_lacks_is_none() -> None:
    from citeview.assets import asset_path

    assert asset_path("sample", "export.json") == ROOT / "resources" / "sample" / "export.json"
    assert asset_path("no", "such", "file") is None
