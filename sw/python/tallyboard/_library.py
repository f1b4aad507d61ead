# SPDX-License-Identifier: Apache-2.0
"""A C library with its declarations, which `make tools` takes from the C headers."""
from __future__ import annotations

import collections
import functools
import json
import keyword
import os
import re
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import cffi
import numpy as np

from . import _find
from ._errors import Error

try:
    from ._prefix import PREFIX as RECORDED  # written by setup.py
except ImportError:
    RECORDED = None


class NotInstalled(ImportError):
    """No library of Tallyboard was found."""


@functools.lru_cache(maxsize=None)
def prefix() -> str:
    """The prefix of the installation, or the folder build of the sources."""
    found = _find.find(RECORDED)
    if not found:
        raise NotInstalled(_find.MISSING)
    return found


def _declarations(name: str) -> str:
    path = os.path.join(prefix(), _find.DECLARATIONS, name)
    if not os.path.exists(path):
        raise NotInstalled(f"{path} is missing: the board is not installed")
    with open(path, encoding="utf-8") as file:
        return file.read()


def registers(board: str) -> List[Dict[str, Any]]:
    """The register table of a board."""
    table: List[Dict[str, Any]] = json.loads(_declarations(f"{board}.json"))["registers"]
    return table


class Parameter(NamedTuple):
    """A parameter of a C function."""
    name: str
    type: str       # without const, pointers and arrays: "uint32_t"
    const: bool
    pointer: bool   # a pointer or an array
    length: int     # of an array; 0: it has none


class Function(NamedTuple):
    """A C function, as its header declares it."""
    name: str
    result: str
    parameters: Tuple[Parameter, ...]
    text: str       # the comment above it


_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_FUNCTION = re.compile(r"^(?P<result>[a-z_][\w ]*?[ *]+)(?P<name>\w+)\((?P<parameters>.*)\)$")
_CALLBACK = re.compile(r"[\w ]+\*?\(\*(\w+)\)\([^()]*\)")
_PARAMETER = re.compile(r"^(?P<type>.*?)(?P<name>\w+)(?P<array>\[.*\])?$")


def _parameter(text: str, number: Callable[[str], int]) -> Parameter:
    match = _PARAMETER.match(text.strip())
    assert match, text
    kind, array = match["type"], match["array"]
    length = number(array[1:-1]) if array and array != "[]" else 0
    plain = re.sub(r"\bconst\b|\*", " ", kind)
    # "const char *const *": of interest is what the function may write
    return Parameter(match["name"], " ".join(plain.split()), "const" in kind.split("*")[0],
                     "*" in kind or bool(array), length)


def parse_functions(text: str) -> Dict[str, Function]:
    """The functions of declarations, each with the comment above it."""
    found: Dict[str, Function] = {}
    comment, at, depth, start = "", 0, 0, 0
    plain = _COMMENT.sub(lambda m: " " * len(m[0]), text)

    def number(expression: str) -> int:
        tokens = re.sub(r"(?<=[0-9A-Fa-f])[uUlL]+", "", expression)
        assert re.fullmatch(r"[0-9A-Fa-fx+\-*() ]+", tokens), expression
        return int(eval(tokens))  # pylint: disable=eval-used # checked: only arithmetic

    comments = list(_COMMENT.finditer(text))
    for at, char in enumerate(plain):
        depth += (char == "{") - (char == "}")
        if char != ";" or depth:
            continue
        match = _FUNCTION.match(" ".join(plain[start:at].split()))
        own = [c[0] for c in comments if start <= c.start() < at]
        if own:
            comment = own[-1]
        start = at + 1
        if match and not match["result"].startswith(("typedef", "extern")):
            lines = comment[2:-2].splitlines()
            doc = "\n".join(re.sub(r"^\s*\*? ?", "", line).rstrip() for line in lines).strip()
            given = _CALLBACK.sub(r"callback *\1", match["parameters"].strip())
            found[match["name"]] = Function(
                match["name"], " ".join(match["result"].split()),
                tuple(_parameter(p, number) for p in given.split(",")
                      if p.strip() not in ("void", "")), doc)
    return found


class Library:
    """A driver library: `lib` has its C functions and constants, `ffi` their types (cffi)."""

    def __init__(self, name: str) -> None:
        text = _declarations(f"{name}.h")
        self.name = name
        self.functions = parse_functions(re.sub(r"^#.*$", "", text, flags=re.M))
        self.ffi = cffi.FFI()
        self.ffi.cdef(text)
        # already loaded libraries of another copy must not be used
        self.lib: Any = self.ffi.dlopen(
            os.path.join(prefix(), "lib", f"libtally-{name}.so.0"))

    def check(self, result: int, what: str, message: Optional[str] = None) -> int:
        """Returns @result of a C function, or raises its error."""
        if result >= 0:
            return result
        reason = message or self.string(self.lib.device_access_reason(result))
        raise Error(-result, f"{what}: {reason}")

    def string(self, text: Any) -> str:
        """A C string as a Python string."""
        raw: bytes = self.ffi.string(text)
        return raw.decode("utf-8", "replace")

    def record(self, value: Any) -> Any:
        """A C value in Python: a structure as a named tuple (a member "from" is from_), an
        array of numbers as a numpy array, a string as str, a null pointer as None."""
        kind = self.ffi.typeof(value) if isinstance(value, self.ffi.CData) else None
        if kind is None:
            return value
        if kind.kind == "struct":
            fields = [name for name, _ in kind.fields]
            python = (name + "_" if keyword.iskeyword(name) else name for name in fields)
            return _tuple_type(kind.cname, tuple(python))(
                *(self.record(getattr(value, name)) for name in fields))
        if kind.kind == "array":
            if kind.item.cname == "char":
                return self.string(value)
            if kind.item.kind == "primitive":
                return self.array(value, kind.item.cname, len(value)).copy()
            return [self.record(item) for item in value]
        if kind.kind == "pointer":
            if not value:
                return None
            if kind.item.cname == "char":
                return self.string(value)
            if kind.item.kind == "struct" and kind.item.fields:
                return self.record(value[0])
            return value
        return int(value)

    def array(self, pointer: Any, kind: str, length: int) -> Any:
        """The memory of @length numbers as a numpy array that does not own it."""
        bytes_ = self.ffi.buffer(pointer, length * self.ffi.sizeof(kind))
        return np.frombuffer(bytes_, dtype=self.dtype(kind))

    def dtype(self, kind: str) -> Any:
        """The numpy type of a C type; of a structure without pointers, a structured type with
        the offsets that the C compiler gives."""
        return _dtype(self.ffi, self.ffi.typeof(kind))


@functools.lru_cache(maxsize=None)
def _tuple_type(name: str, fields: Tuple[str, ...]) -> Any:
    return collections.namedtuple(name.split()[-1], fields)  # type: ignore[misc]


def _dtype(ffi: Any, kind: Any) -> Any:
    if kind.kind == "struct":
        names = [name for name, _ in kind.fields]
        return np.dtype({"names": names,
                         "formats": [_dtype(ffi, f.type) for _, f in kind.fields],
                         "offsets": [f.offset for _, f in kind.fields],
                         "itemsize": ffi.sizeof(kind)})
    if kind.kind == "array":
        return np.dtype((_dtype(ffi, kind.item), kind.length))
    if kind.cname in ("_Bool", "bool"):
        return np.dtype(np.bool_)
    if kind.cname in ("float", "double"):
        return np.dtype(kind.cname)
    signed = int(ffi.cast(kind, -1)) < 0
    return np.dtype(f"{'i' if signed else 'u'}{ffi.sizeof(kind)}")


@functools.lru_cache(maxsize=None)
def library(name: str) -> Library:
    """The library libtally-@name with its declarations, for C functions that the classes of
    this package do not wrap."""
    return Library(name)
