# SPDX-License-Identifier: Apache-2.0
"""Tests use the package and the tools of this build tree: a missing one is a failure."""
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / "build"
sys.path.insert(0, str(ROOT / "sw/python"))
os.environ["TALLYBOARD"] = str(BUILD)


@pytest.fixture(name="tool")
def _tool():
    """tool("surf", "-c", ...): the standard output of a C tool."""
    def run(name, *arguments, status=0):
        done = subprocess.run([BUILD / "bin/tallyboard", name, *map(str, arguments)], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert done.returncode == status, done.stderr
        return done.stdout
    return run


@pytest.fixture(name="root")
def _root():
    return ROOT
