# SPDX-License-Identifier: Apache-2.0
"""Finds an installed or built Tallyboard. setup.py uses this file, too."""
from __future__ import annotations

import os
import shutil
from typing import Iterator, Optional

DECLARATIONS = os.path.join("share", "tallyboard", "python", "declarations")


def candidates(recorded: Optional[str] = None) -> Iterator[str]:
    """Prefixes in the order in which they are tried: that of the environment variable
    TALLYBOARD alone if it is set; otherwise the one recorded by pip, that of this file, that of
    the command tallyboard, /usr/local and /usr."""
    named = os.environ.get("TALLYBOARD")
    if named:
        yield named
        return
    if recorded:
        yield recorded
    here = os.path.dirname(os.path.abspath(__file__))
    yield os.path.normpath(os.path.join(here, "../../../build"))
    yield os.path.normpath(os.path.join(here, "../../../.."))
    command = shutil.which("tallyboard")
    if command:
        yield os.path.dirname(os.path.dirname(os.path.realpath(command)))
    yield "/usr/local"
    yield "/usr"


def find(recorded: Optional[str] = None) -> Optional[str]:
    """The first prefix that has the declarations of a library and the library; None: there is
    none."""
    for folder in candidates(recorded):
        declarations = os.path.join(folder, DECLARATIONS)
        if os.path.isdir(declarations):
            for name in os.listdir(declarations):
                if name.endswith(".h") and os.path.exists(
                        os.path.join(folder, "lib", f"libtally-{name[:-2]}.so.0")):
                    return folder
    return None


MISSING = ("no Tallyboard was found: run `make install` or `make tools` in its sources, install "
           "the package libtally0, or set TALLYBOARD to the prefix of an installation")
