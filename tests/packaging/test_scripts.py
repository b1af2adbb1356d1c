"""The two commands of the README, with a Python, pip, apt and machine that are made up."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PYTHON = """#!/bin/sh
# A Python that notes what it is asked to do.
echo "$(basename "$0") $*" >>"$NOTES"
case "$*" in
"-m venv --without-pip "*) [ -z "$NO_VENV" ] || exit 1; mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
"-m venv "*) [ -z "$NO_ENSUREPIP$NO_VENV" ] || exit 1; mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip install "*) exit "${PIP_STATUS:-0}" ;;
"-m citeview check "*) exit "${CHECK_STATUS:-1}" ;;
*"pytest"*) exit "${PYTEST_STATUS:-0}" ;;
esac
"""
NOTER = """#!/bin/sh
echo "$(basename "$0") $*" >>"$NOTES"
"""


@dataclass
class Machine:
    """A copy of the scripts in a folder of their own, and programs that stand in for the machine's."""

    root: Path
    programs: Path
    notes: Path
    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    def program(self, name: str, text: str) -> None:
        path = self.programs / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def libraries(self, *missing: str) -> None:
        listed = (ROOT / "packaging" / "setup.sh").read_text("utf-8").split("qt_libraries='")[1].split("'")[0].split()
        known = "\n".join(f"\t{name} (libc6,x86-64) => /lib/{name}" for name in listed[::2] if name not in missing)
        self.program("ldconfig", f"#!/bin/sh\ncat <<'END'\n{known}\nEND\n")

    def user(self, number: int) -> None:
        self.program("id", f"#!/bin/sh\necho {number}\n")

    def run(self, *words: str | Path, script: str | Path = "run.sh", **more: str) -> subprocess.CompletedProcess[str]:
        base = {"PATH": f"{self.programs}:/usr/bin:/bin", "HOME": str(self.home), "NOTES": str(self.notes)}
        path = script if isinstance(script, Path) else self.root / "packaging" / script
        return subprocess.run(
            ["sh", str(path), *map(str, words)],
            cwd=self.home,
            env={**base, **self.environment, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            text=True,
            timeout=60,
        )

    def said(self) -> list[str]:
        """Return what the programs noted since the last call."""
        lines = self.notes.read_text("utf-8").splitlines() if self.notes.exists() else []
        self.notes.unlink(missing_ok=True)
        return lines


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    root = tmp_path / "the project"
    shutil.copytree(ROOT / "packaging", root / "packaging")
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "resources" / "sample").mkdir(parents=True)
    made = Machine(root, tmp_path / "programs", tmp_path / "notes", tmp_path / "some where")
    for folder in (made.programs, made.home):
        folder.mkdir()
    made.program("python3", PYTHON)
    made.program("apt-get", NOTER)
    made.libraries()
    made.user(1000)
    return made


def installs(notes: list[str]) -> int:
    return sum("pip install" in line for line in notes)


def test_a_display_gets_a_window_on_the_sample(machine: Machine) -> None:
    ran = machine.run(DISPLAY=":0")
    assert ran.returncode == 0, ran.stderr
    assert machine.said()[-1] == f"python -m citeview {machine.root}/resources/sample"


def test_wayland_is_a_display(machine: Machine) -> None:
    machine.run(WAYLAND_DISPLAY="wayland-0")
    assert "check" not in machine.said()[-1]


def test_no_display_gets_the_table_and_a_picture_in_the_current_folder(machine: Machine) -> None:
    ran = machine.run()
    assert ran.returncode == 0, ran.stderr
    sample, picture = f"{machine.root}/resources/sample", f"{machine.home}/citeview.png"
    assert machine.said()[-2:] == [
        f"python -m citeview check {sample}",
        f"python -m citeview shot {sample} --out {picture}",
    ]
    assert "no display" in ran.stderr
    assert ran.stderr.rstrip().endswith(picture)


@pytest.mark.parametrize("name", ["my export.json", "-dash.json", "缓存 🚀.jsonl", "a'b\"c$d.json"])
def test_any_relative_name_reaches_the_program_whole(machine: Machine, name: str) -> None:
    (machine.home / name).write_text("{}", encoding="utf-8")
    assert machine.run(name, DISPLAY=":0").returncode == 0
    assert machine.said()[-1] == f"python -m citeview ./{name}"


def test_a_file_that_is_not_there_is_said_before_anything_is_set_up(machine: Machine) -> None:
    ran = machine.run("nowhere.json")
    assert ran.returncode == 1
    assert "nowhere.json" in ran.stderr
    assert machine.said() == []


def test_a_file_that_cannot_be_read_keeps_its_exit_code(machine: Machine) -> None:
    ran = machine.run(CHECK_STATUS="2")
    assert ran.returncode == 2
    assert not any(" shot " in line for line in machine.said())


def test_a_link_to_the_script_finds_the_project(machine: Machine) -> None:
    link = machine.home / "view"
    link.symlink_to(machine.root / "packaging" / "run.sh")
    assert machine.run(script=link, DISPLAY=":0").returncode == 0
    assert machine.said()[-1].endswith("/the project/resources/sample")


def test_the_second_run_starts_nothing_but_the_program(machine: Machine) -> None:
    machine.run(DISPLAY=":0")
    assert installs(machine.said()) == 1
    machine.run(DISPLAY=":0")
    assert machine.said() == [f"python -m citeview {machine.root}/resources/sample"]


def test_what_the_tests_need_does_for_running_and_not_the_other_way(machine: Machine) -> None:
    machine.run(DISPLAY=":0")
    machine.said()
    machine.run(script="test.sh")
    assert installs(machine.said()) == 1
    machine.run(DISPLAY=":0")
    machine.run(script="test.sh")
    assert installs(machine.said()) == 0


def test_another_project_file_installs_again(machine: Machine) -> None:
    machine.run(DISPLAY=":0")
    machine.said()
    (machine.root / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    machine.run(DISPLAY=":0")
    assert installs(machine.said()) == 1


def test_a_moved_project_installs_again(machine: Machine) -> None:
    machine.run(DISPLAY=":0")
    machine.said()
    machine.root = machine.root.rename(machine.root.with_name("moved"))
    machine.run(DISPLAY=":0")
    assert installs(machine.said()) == 1


def test_an_installation_that_failed_is_tried_again(machine: Machine) -> None:
    ran = machine.run(DISPLAY=":0", PIP_STATUS="1")
    assert ran.returncode == 1
    assert "cannot be installed" in ran.stderr
    assert "python -m citeview" not in "".join(machine.said())
    assert machine.run(DISPLAY=":0").returncode == 0
    notes = machine.said()
    assert installs(notes) == 1
    assert "python -m citeview" in notes[-1]


def test_an_installation_that_was_stopped_is_made_from_nothing(machine: Machine) -> None:
    # The stand-in ends its caller as a power cut would.
    broken = PYTHON.replace("""exit "${PIP_STATUS:-0}" ;;""", """kill -9 $PPID ;;""")
    machine.program("python3", broken)
    assert machine.run(DISPLAY=":0").returncode == -9
    (machine.root / ".venv" / "half a package").touch()
    machine.program("python3", PYTHON)
    machine.said()
    assert machine.run(DISPLAY=":0").returncode == 0
    assert not (machine.root / ".venv" / "half a package").exists()
    assert any("-m venv" in line for line in machine.said())


def test_without_ensurepip_the_outer_pip_fills_the_environment(machine: Machine) -> None:
    assert machine.run(DISPLAY=":0", NO_ENSUREPIP="1").returncode == 0
    assert any(f"pip --python {machine.root}/.venv/bin/python install" in line for line in machine.said())


def test_where_no_environment_can_be_made_the_command_is_printed(machine: Machine) -> None:
    ran = machine.run(DISPLAY=":0", NO_VENV="1")
    assert ran.returncode == 1
    assert "sudo apt-get install python3-venv" in ran.stderr
    assert not (machine.root / ".venv").exists()


def test_an_old_python_is_refused_in_words(machine: Machine) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13", "python3.14"):
        machine.program(name, "#!/bin/sh\nexit 1\n")
    ran = machine.run(DISPLAY=":0")
    assert ran.returncode == 1
    assert "Python 3.11" in ran.stderr


def test_a_later_python_is_found_behind_an_old_one(machine: Machine) -> None:
    machine.program("python3", "#!/bin/sh\nexit 1\n")
    for name in ("python3.14", "python3.13", "python3.11"):
        machine.program(name, "#!/bin/sh\nexit 1\n")
    machine.program("python3.12", PYTHON)
    assert machine.run(DISPLAY=":0").returncode == 0
    assert any(line.startswith("python3.12 -m venv") for line in machine.said())


@pytest.mark.parametrize("script", ["run.sh", "test.sh"])
def test_missing_libraries_are_one_command(machine: Machine, script: str) -> None:
    machine.libraries("libEGL.so.1", "libxcb-cursor.so.0")
    ran = machine.run(script=script)
    assert ran.returncode == 1
    assert ran.stderr.rstrip().endswith("sudo apt-get install libegl1 libxcb-cursor0")
    assert not any("apt-get" in line or "citeview" in line.split()[2:3] for line in machine.said())


def test_root_gets_missing_libraries_installed(machine: Machine) -> None:
    machine.libraries("libEGL.so.1", "libxcb-cursor.so.0")
    machine.user(0)
    ran = machine.run(DISPLAY=":0")
    assert ran.returncode == 0, ran.stderr
    notes = machine.said()
    (line,) = (line for line in notes if "apt-get install" in line)
    assert line.endswith(" libegl1 libxcb-cursor0")
    assert "python -m citeview" in notes[-1]


def test_every_check_runs_and_the_last_line_says_what_failed(machine: Machine) -> None:
    machine.run(script="test.sh")
    tools = machine.root / ".venv" / "bin"
    for name in ("ruff", "mypy", "lint-imports"):
        shutil.copy(machine.programs / "apt-get", tools / name)
    ran = machine.run(script="test.sh")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "All checks passed."
    said = "\n".join(machine.said())
    for step in ("ruff check", "ruff format --check", "mypy", "lint-imports", "python -m pytest -q -n 2"):
        assert step in said
    (tools / "mypy").write_text("#!/bin/sh\nexit 3\n")
    ran = machine.run(script="test.sh", PYTEST_STATUS="1")
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == "FAILED: types tests"
    assert "pytest" in "\n".join(machine.said())


def test_what_is_named_is_all_that_pytest_runs(machine: Machine) -> None:
    machine.run("tests/text", "-k", "a b", script="test.sh")
    assert machine.said()[-1] == "python -m pytest -q tests/text -k a b"


def test_ci_runs_the_command_of_the_readme() -> None:
    run = ROOT / ".ci" / "run"
    assert os.access(run, os.X_OK)
    assert "sh packaging/test.sh" in run.read_text("utf-8")
    assert "sh packaging/test.sh" in (ROOT / "README.md").read_text("utf-8")
