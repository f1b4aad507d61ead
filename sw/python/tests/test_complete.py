# SPDX-License-Identifier: Apache-2.0
"""Every public C function is a method of a board, is called by the package, or is listed in
unwrapped.txt with the reason; and the libraries export what their headers declare."""
import fnmatch
import pathlib
import re
import subprocess

import pytest
import tallyboard

HERE = pathlib.Path(__file__).parent
LIBRARIES = {cls.library_name: cls for cls in tallyboard.BOARDS.values()}
# called for each board by the driver's prefix
COMMON = ("open", "close", "run", "command", "hold", "release", "read", "write")


def _reasons():
    """Pattern and reason of each line."""
    rows = []
    for line in (HERE / "unwrapped.txt").read_text().splitlines():
        if line and line[0] != "#":
            pattern, reason = line.split(None, 1)
            rows.append((pattern, reason))
    return rows


def _wrapped(name, cls):
    """The C functions of a library that the package calls."""
    source = "".join(p.read_text() for p in (HERE.parent / "tallyboard").glob("*.py"))
    code = re.sub(r'"""[^"]*(?:"(?!"")[^"]*)*"""|#[^\n]*', "", source)
    called = set(re.findall(r"\.(\w+)\b(?=\()", code)) | set(re.findall(r'"(\w+)"', code))
    functions = tallyboard.library(name).functions
    return {f for f in functions if f in cls._methods() or f in called
            or f in {cls.prefix + verb for verb in COMMON}
            or f in {"device_run", "device_time"}}


@pytest.mark.parametrize("name", LIBRARIES)
def test_each_function_is_wrapped_or_has_a_reason(name):
    functions = set(tallyboard.library(name).functions)
    assert len(functions) > 20
    rows = _reasons()
    left = {f for f in functions - _wrapped(name, LIBRARIES[name])
            if not any(fnmatch.fnmatchcase(f, pattern) for pattern, _ in rows)}
    assert not left, f"neither wrapped nor in unwrapped.txt: {sorted(left)}"


def test_no_reason_is_left_over():
    functions, wrapped = set(), set()
    for name, cls in LIBRARIES.items():
        functions |= set(tallyboard.library(name).functions)
        wrapped |= _wrapped(name, cls)
    for pattern, reason in _reasons():
        found = [f for f in functions if fnmatch.fnmatchcase(f, pattern)]
        assert found, f"{pattern}: there is no such function"
        assert len(reason) > 10
        if "*" not in pattern:
            assert pattern not in wrapped, f"{pattern} is wrapped"


@pytest.mark.parametrize("name", LIBRARIES)
def test_the_libraries_have_what_the_headers_declare(name, root):
    """A declaration of a header that the library lacks would fail when it is called."""
    output = subprocess.run(["nm", "-D", "--defined-only", root / f"build/lib/lib{name}.so"],
                            check=True, stdout=subprocess.PIPE, text=True).stdout
    exported = {line.split()[-1] for line in output.splitlines()}
    missing = {f for f in _wrapped(name, LIBRARIES[name])
               if f.startswith(LIBRARIES[name].prefix) and f not in exported}
    assert not missing
