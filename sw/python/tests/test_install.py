# SPDX-License-Identifier: Apache-2.0
"""Installation by pip, and what the package says without a library."""
import os
import subprocess
import sys

import pytest

COUNT = ("import tallyboard; b = tallyboard.open('surfboard'); b.HTCR.WEN = 1; "
         "b.command('generate count=100 words=2'); b.command('drain'); print(int(b.WCDR))")


def _run(*command, **environment):
    env = {k: v for k, v in os.environ.items() if k not in ("TALLYBOARD", "PYTHONPATH")}
    return subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, cwd="/", env={**env, **environment})


@pytest.fixture(scope="module", name="venv")
def _venv(tmp_path_factory):
    folder = tmp_path_factory.mktemp("venv")
    done = _run(sys.executable, "-m", "venv", "--system-site-packages", folder)
    assert done.returncode == 0, done.stdout
    return folder


def _pip(venv, root, **environment):
    # Debian's setuptools, cffi and numpy: a test needs no network
    return _run(venv / "bin/pip", "install", "--disable-pip-version-check", "--force-reinstall",
                "--no-build-isolation", "--no-deps", root / "sw/python", **environment)


def test_pip_records_the_libraries(venv, root):
    before = sorted(str(p) for p in (root / "sw/python").rglob("*"))
    done = _pip(venv, root)
    assert done.returncode == 0, done.stdout
    assert sorted(str(p) for p in (root / "sw/python").rglob("*")) == before
    done = _run(venv / "bin/python", "-B", "-c", COUNT)
    assert done.stdout == "200\n"
    done = _run(venv / "bin/python", "-c", "import tallyboard; print(tallyboard.prefix())")
    assert done.stdout.strip() == str(root / "build")


def test_pip_says_so_if_there_is_no_library(venv, root, tmp_path):
    done = _pip(venv, root, TALLYBOARD=str(tmp_path))
    assert done.returncode != 0
    assert "no Tallyboard was found: run `make install`" in done.stdout


def test_open_says_so_if_there_is_no_library(root, tmp_path):
    done = _run(sys.executable, "-B", "-c", COUNT, PYTHONPATH=str(root / "sw/python"),
                TALLYBOARD=str(tmp_path))
    assert done.returncode != 0
    assert "NotInstalled: no Tallyboard was found" in done.stdout
