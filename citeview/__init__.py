"""Show AI answers beside the stored snapshots that they cite, and say what was proved."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeview.checks.check import check_citation as check
    from citeview.session import open_export
    from citeview.text.boundaries import BoundaryMap
    from citeview.text.units import Span, Unit

__version__ = "0.1.0"

__all__ = ["BoundaryMap", "Span", "Unit", "__version__", "check", "open_export"]

_HOMES = {
    "BoundaryMap": ("citeview.text.boundaries", "BoundaryMap"),
    "Span": ("citeview.text.units", "Span"),
    "Unit": ("citeview.text.units", "Unit"),
    "check": ("citeview.checks.check", "check_citation"),
    "open_export": ("citeview.session", "open_export"),
}


def __getattr__(name: str) -> object:
    # Late, so that `import citeview` costs nothing: the command line starts often.
    if name not in _HOMES:
        raise AttributeError(f"module 'citeview' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(importlib.import_module(module), attribute)
