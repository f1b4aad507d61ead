# SPDX-License-Identifier: Apache-2.0
"""Boards: open(), and the functions of their drivers as methods."""
from __future__ import annotations

import contextlib
import errno
import functools
import os
import tempfile
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple, Type, Union

import numpy as np

from . import _files
from ._errors import Error
from ._library import Function, Library, Parameter, library, registers
from ._registers import Register
from ._tables import Table

_NUMBERS = ("_Bool", "bool", "int", "unsigned int", "size_t", "double")


class _Step(NamedTuple):
    """What becomes of a parameter of a C function. kind: "value" and "text" are arguments,
    "in" is an argument that is an array of the next parameter's or of `length` numbers, "out" is
    a result, "outs" an array of the next parameter's or of `length` values, "struct" an argument
    that gives the members of a structure: a dictionary or a tuple; "null" is a null pointer."""
    kind: str
    parameter: Parameter
    sized: bool = False

# names of the parameter that is the length of the array before it
_LENGTHS = ("n", "bytes", "size", "stream_bytes", "max", "room")
# functions that only write to a structure; for others it may be an argument, too
_READING = ("get", "read", "count", "choose", "wait")


def _is_number(kind: str) -> bool:
    return kind in _NUMBERS or kind.endswith("_t") or kind.startswith("enum ")


def plan(function: Function, struct: str) -> Optional[List[_Step]]:
    """How a driver's function becomes a method, from its prototype alone; None: it does not.
    The handle comes first. Pointers that the function may write through are results: numbers,
    arrays with their length, and structures of functions that only read."""
    parameters = function.parameters
    if not parameters or parameters[0].type != f"struct {struct}" or not parameters[0].pointer:
        return None
    steps: List[_Step] = []
    verb = function.name.partition("_")[2].lower()
    at = 1
    while at < len(parameters):
        p = parameters[at]
        after = parameters[at + 1] if at + 1 < len(parameters) else None
        length = bool(after and not after.pointer and after.type in ("size_t", "uint32_t"))
        sized = length and after.name in _LENGTHS  # type: ignore[union-attr]
        values = _is_number(p.type) or p.type == "void" and sized or (
            p.type.startswith("struct ") and p.type != "struct device"
            and verb.startswith(_READING))
        at += 1
        if not p.pointer:
            if not _is_number(p.type):
                return None         # a function to be called back, or a structure
            steps.append(_Step("value", p))
        elif p.name == "progress" or p.name == "arg" and parameters[at - 2].name == "progress":
            steps.append(_Step("null", p))
        elif p.const and p.type == "char" and not length:
            steps.append(_Step("text", p))
        elif p.const and p.type.startswith("struct ") and not length:
            steps.append(_Step("struct", p))
        elif p.const and (sized or p.length) and (_is_number(p.type) or p.type == "void"):
            steps.append(_Step("in", p, not p.length))
            at += not p.length
        elif not p.const and (sized or p.length) and values:
            steps.append(_Step("outs", p, not p.length))
            at += not p.length
        elif not p.const and not length and values:
            steps.append(_Step("out", p))
        else:
            return None
    return steps


def _nanoseconds(us: float) -> int:
    """A time in nanoseconds."""
    ns = round(us * 1000)
    if ns < 0:
        raise ValueError(f"{us} us: a negative time")
    return ns


def _bytes(name: str, array: Any) -> bytes:
    """The bytes of an argument: an object that has bytes or words of 32 bits, or a list of
    bytes."""
    if isinstance(array, (list, tuple)):
        return bytes(array)
    view = memoryview(array)
    if view.itemsize not in (1, 4):
        raise TypeError(f"{name}: items of {view.itemsize} bytes; bytes or words of 32 bits are"
                        " expected")
    return view.tobytes()


def _numbers(name: str, array: Any, dtype: Any) -> Any:
    """The numbers of an argument, as an array of this type; none may change."""
    result = np.ascontiguousarray(array, dtype=dtype)
    if not np.array_equal(result, np.asarray(array)):
        raise ValueError(f"{name}: a number that {dtype} does not have")
    return result


def _method(board: "Board", function: Function, steps: List[_Step]) -> Callable[..., Any]:
    c = getattr(board.lib, function.name)
    ffi = board.library.ffi
    shown = [s.parameter.name if s.kind != "outs" else "n" for s in steps
             if s.kind in ("value", "text", "in", "struct") or s.kind == "outs" and s.sized]
    out = [s.parameter.name for s in steps if s.kind in ("out", "outs")]

    def method(*arguments: Any) -> Any:
        if len(arguments) != len(shown):
            raise TypeError(f"{function.name}({', '.join(shown)}): {len(arguments)} arguments")
        rest = list(arguments)
        given: List[Any] = []
        results: List[Callable[[], Any]] = []
        for step in steps:
            kind = step.parameter.type
            if step.kind == "value":
                given.append(rest.pop(0))
            elif step.kind == "text":
                given.append(os.fsencode(rest.pop(0)))
            elif step.kind == "null":
                given.append(ffi.NULL)
            elif step.kind == "struct":
                given.append(ffi.new(f"{kind} *", rest.pop(0)))
            elif step.kind == "in":
                array = rest.pop(0)
                if kind == "void":
                    data = _bytes(step.parameter.name, array)
                    given += [data, len(data)]
                    continue
                array = _numbers(step.parameter.name, array, board.library.dtype(kind))
                if step.parameter.length and len(array) != step.parameter.length:
                    raise ValueError(f"{step.parameter.name}: {step.parameter.length} numbers")
                given.append(ffi.cast(f"{kind} *", ffi.from_buffer(array)))
                if step.sized:
                    given.append(len(array))
            elif step.kind == "outs":
                length = rest.pop(0) if step.sized else step.parameter.length
                array = np.zeros(length, dtype="u1" if kind == "void"
                                 else board.library.dtype(kind))
                given.append(ffi.cast(f"{kind} *", ffi.from_buffer(array)))
                if step.sized:
                    given.append(length)
                results.append(functools.partial(lambda a: a, array))
            else:
                cell = ffi.new(f"{kind} *")
                given.append(cell)
                results.append(functools.partial(lambda p: board.library.record(p[0]), cell))
        status = c(board.handle, *given)
        if function.result != "int":
            return board.library.record(status)
        board.library.check(status, function.name)
        values = [result() for result in results]
        return values[0] if len(values) == 1 else tuple(values) or None

    method.__name__ = function.name
    method.__doc__ = (f"{function.name}({', '.join(shown)})"
                      f"{' -> ' + ', '.join(out) if out else ''}\n\n{function.text}")
    return method


class Device:
    """Access to a board by two functions, for open_device(): read(space, address, width) returns
    the value, write(space, address, width, value) writes it. @space: "io" (the slot of EISA),
    "mem" or "config" (PCI); @width: 8, 16, 32 or 64 bits. A function raises OSError for an error:
    EOPNOTSUPP for a space or width that the bus does not have, EIO if nothing answers. Any other
    exception is printed, and the access fails with EIO."""

    def __init__(self, read: Callable[[str, int, int], int],
                 write: Callable[[str, int, int, int], None]) -> None:
        self.read = read
        self.write = write

    def make(self, c: Library) -> Tuple[Any, ...]:
        """The C device of a library, and what must live as long as it."""
        ffi = c.ffi
        spaces = ("io", "mem", "config")

        @ffi.callback("int(struct device *, enum device_space, uint32_t, unsigned int, "
                      "uint64_t *)", error=-errno.EIO)
        def read(_: Any, space: int, address: int, width: int, value: Any) -> int:
            try:
                value[0] = self.read(spaces[space], address, width)
            except OSError as error:
                return -(error.errno or errno.EIO)
            return 0

        @ffi.callback("int(struct device *, enum device_space, uint32_t, unsigned int, "
                      "uint64_t)", error=-errno.EIO)
        def write(_: Any, space: int, address: int, width: int, value: int) -> int:
            try:
                self.write(spaces[space], address, width, value)
            except OSError as error:
                return -(error.errno or errno.EIO)
            return 0

        @ffi.callback("int(struct device *, uint64_t)")
        def wait(_: Any, __: int) -> int:
            return -errno.EOPNOTSUPP

        @ffi.callback("void(struct device *)")
        def close(_: Any) -> None:
            pass

        ops = ffi.new("struct device_ops *",
                      {"read": read, "write": write, "wait_irq": wait, "close": close})
        return ffi.new("struct device *", {"ops": ops}), ops, read, write, wait, close


class Board:
    """A board that tallyboard.open() has opened. Registers are attributes (board.HTCR), and so
    are the functions of the driver without their prefix: mk_get_csr() of libmk is
    board.get_csr(chip). A C function's results through pointers are the method's results; an
    error is an exception. dir(board) lists all, help(board.get_csr) shows the C comment.
    """
    name = ""           # "surfboard"
    library_name = ""   # "surf"
    prefix = ""         # of the driver's functions, "surf_"
    struct = ""         # of the handle
    spaces: Tuple[str, ...] = ("MMIO",)
    _opened = "open"
    _closed = "close"
    _open_arguments: Tuple[Any, ...] = ()

    def __init__(self, backend: Optional[str] = "sim:",
                 device: Optional["Device"] = None) -> None:
        self.library: Library = library(self.library_name)
        self.lib: Any = self.library.lib
        self.handle: Any = self.library.ffi.new(f"struct {self.struct} *")
        self.registers: Dict[str, Register] = {
            row["name"]: Register(self, row) for row in self._rows()}
        self._is_open = False
        if device:
            self._device_of = device.make(self.library)     # must stay valid
            self.library.check(
                getattr(self.lib, f"{self.prefix}open_device")(
                    self.handle, self._device_of[0], *self._open_arguments), "open_device")
            self._is_open = True
            return
        name = os.fsencode(backend) if backend is not None else self.library.ffi.NULL
        err = getattr(self.lib, self.prefix + self._opened)(self.handle, name,
                                                            *self._open_arguments)
        if err:
            ffi = self.library.ffi
            text = ffi.new("char[512]")
            reason = self.library.string(
                self.lib.device_open_reason(err, name, ffi.NULL, text, 512))
            raise Error(-err, f"{backend}: {reason}")
        self._is_open = True

    def _rows(self) -> List[Dict[str, Any]]:
        return [r for r in registers(self.name) if r.get("space") in self.spaces]

    def close(self) -> None:
        """Closes the handle; a real board keeps running."""
        if self._is_open:
            self._is_open = False
            self.library.check(getattr(self.lib, self.prefix + self._closed)(self.handle),
                               self.prefix + self._closed)

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_is_open", False):
            with contextlib.suppress(Error):
                self.close()

    # ---- time and commands of a simulated board ----

    def run(self, us: float) -> None:
        """Lets @us microseconds of the board's time pass; on a real board, real time."""
        ns = _nanoseconds(us)
        if hasattr(self.lib, self.prefix + "run"):
            self.library.check(getattr(self.lib, self.prefix + "run")(self.handle, ns), "run")
        else:
            self._device("run", ns)

    def time(self) -> float:
        """The board's time in microseconds, from an arbitrary origin."""
        ns = self.library.ffi.new("uint64_t *")
        self._device("time", ns)
        return float(ns[0]) / 1000

    def command(self, command: str) -> str:
        """Sends a command to a simulated board, as its header lists them; returns the answer.
        A real board raises Error with errno EOPNOTSUPP."""
        reply = self.library.ffi.new("char[65536]")
        err = getattr(self.lib, self.prefix + "command")(self.handle, command.encode(), reply,
                                                         len(reply))
        text = self.library.string(reply)
        if err < 0:
            self.library.check(err, command, text or None)
        return text

    def _device(self, function: str, *arguments: Any) -> int:
        if not self._is_open:
            self.library.check(-errno.EBADF, function)
        with self.hold():
            return self.library.check(
                getattr(self.lib, f"device_{function}")(self.handle.dev, *arguments), function)

    @contextlib.contextmanager
    def hold(self) -> Iterator[None]:
        """Within `with board.hold():` no other program changes the board. Boards whose drivers
        have no such function are not held."""
        held = hasattr(self.lib, self.prefix + "hold")
        if held:
            self.library.check(getattr(self.lib, self.prefix + "hold")(self.handle), "hold")
        try:
            yield
        finally:
            if held:
                self.library.check(getattr(self.lib, self.prefix + "release")(self.handle),
                                   "release")

    # ---- registers ----

    def _access(self, function: str, where: int, *arguments: Any) -> int:
        """Calls a driver's function that accesses a register."""
        return self.library.check(
            getattr(self.lib, function)(self.handle, where, *arguments), function)

    def _bus(self, function: str, space: int, address: int, value: Any) -> None:
        """Makes one 32-bit access of the device."""
        if not self._is_open:
            self.library.check(-errno.EBADF, function)
        device = self.handle.dev
        self.library.check(getattr(device.ops, function)(device, space, address, 32, value),
                           f"{function} at {address:#x}")

    def read_register(self, row: Dict[str, Any]) -> int:
        """Reads the register of a row of the table, 32 bits."""
        value = self.library.ffi.new("uint32_t *")
        self._access(self.prefix + "read", row["offset"], value)
        return int(value[0])

    def write_register(self, row: Dict[str, Any], value: int) -> None:
        """Writes the register of a row of the table, 32 bits."""
        self._access(self.prefix + "write", row["offset"], value)

    # ---- attributes ----

    @classmethod
    def _methods(cls) -> Dict[str, List[_Step]]:
        """The driver's functions that are methods by their prototype, by C name."""
        found = {}
        for name, function in library(cls.library_name).functions.items():
            steps = plan(function, cls.struct) if name.startswith(cls.prefix) else None
            if steps is not None and not hasattr(cls, name[len(cls.prefix):]):
                found[name] = steps
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "registers" not in self.__dict__:
            raise AttributeError(name)
        if name in self.registers:
            return self.registers[name]
        c_name = self.prefix + name
        steps = self._methods().get(c_name)
        if steps is None:
            raise AttributeError(f"{self.name} has no register or function {name}")
        method = _method(self, self.library.functions[c_name], steps)
        self.__dict__[name] = method
        return method

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__.get("registers", ()):
            self.registers[name].value = value
        elif name.startswith("_") or hasattr(type(self), name) or "registers" not in self.__dict__:
            object.__setattr__(self, name, value)
        else:
            raise AttributeError(f"{self.name} has no register {name}")

    def __dir__(self) -> Any:
        return list(super().__dir__()) + list(self.registers) + [
            name[len(self.prefix):] for name in self._methods()]


class _BusBoard(Board):
    """A board whose driver has no function for any register: its registers are on the bus."""
    base = 0            # address of the registers

    def read_register(self, row: Dict[str, Any]) -> int:
        value = self.library.ffi.new("uint64_t *")
        self._bus("read", self.lib.DEVICE_MEM, self.base + row["offset"], value)
        return int(value[0])

    def write_register(self, row: Dict[str, Any], value: int) -> None:
        self._bus("write", self.lib.DEVICE_MEM, self.base + row["offset"], value)


class SurfBoard(Board):
    """The SurfBoard (TR-596-99), and its core in an FPGA."""
    name, library_name, prefix, struct = "surfboard", "surf", "surf_", "surf"
    spaces = ("MMIO", "SLOT", "EXT")
    _opened, _closed = "Open", "Close"
    _map: Any = None

    def _rows(self) -> List[Dict[str, Any]]:
        rows = super()._rows()
        image = next(r for r in registers(self.name) if r["name"] == "ACDR_IMAGE")
        # the driver's ACDR is the 28-bit image
        return [dict(r, fields=image["fields"]) if r["name"] == "ACDR" else r for r in rows]

    def read_register(self, row: Dict[str, Any]) -> int:
        value = self.library.ffi.new("uint32_t *")
        self._access("surf_GetExtension" if row["space"] == "EXT" else "surf_GetReg",
                     row["offset"], value)
        return int(value[0])

    def write_register(self, row: Dict[str, Any], value: int) -> None:
        self._access("surf_PutExtension" if row["space"] == "EXT" else "surf_PutReg",
                     row["offset"], value)

    def run(self, us: float) -> None:
        self.command(f"run {_nanoseconds(us)}ns")

    def configure(self, source: Union[str, "os.PathLike[str]"]) -> None:
        """Configures the bin selector: @source is the name of a file, a source (.bsel) or a
        configuration (.bit), or the text of a source, which has a "=". Raises Error with
        "file:line:column: what is wrong" for an error in it."""
        ffi, lib = self.library.ffi, self.lib
        mapping = ffi.new("struct sbit_map *")
        name = os.fspath(source)
        errors: List[str] = []

        @ffi.callback("void(void *, const struct bsel_error *)")
        def report(_: Any, error: Any) -> None:
            errors.append(f"{name}:{error.line}:{error.column}: "
                          f"{self.library.string(error.what)}")

        if "=" in name and not os.path.exists(name):
            file: Any = tempfile.TemporaryFile()
            file.write(name.encode())
            file.seek(0)
            name = "source"
        else:
            file = open_file(name, "rb")
        with file:
            err = lib.bsel_read(file, mapping, report, ffi.NULL)
        if errors:
            raise Error(-err, "\n".join(errors))
        self.library.check(err, name)
        stream = ffi.new("uint8_t[]", lib.SBIT_BYTES)
        self.library.check(lib.sbit_compile(mapping, stream), "sbit_compile")
        self.library.check(lib.surf_ConfigHAS(self.handle, stream, lib.SBIT_BYTES), name)
        object.__setattr__(self, "_map", mapping)

    def histogram(self, first: int = 0, bins: Optional[int] = None) -> Table:
        """The counts of @bins bins from bin @first on; @bins: by default up to the last bin of
        the configuration that configure() loaded, or of the memory. Unit: packets. Info: first, and
        missing (the conditions of losses() that say that counts are missing: PV, BV, FV)."""
        size = self.GetHSize() // 4
        if bins is None:
            last = self.lib.sbit_last_bin(self._map) if self._map else size - 1
            bins = min(last + 1, size) - first
        counts = np.empty(bins, dtype="<u4")
        ffi = self.library.ffi
        self.library.check(
            self.lib.surf_GetHMem(self.handle, 4 * first, ffi.from_buffer(counts), 4 * bins,
                                  ffi.NULL, ffi.NULL), "surf_GetHMem")
        return Table(counts, {"": "packets"}, first=first, missing=self._missing())

    def _missing(self) -> Tuple[str, ...]:
        return tuple(n for n, v in self.losses().items() if v and n in ("PV", "BV", "FV"))

    def bins(self) -> Table:
        """The bins that are not 0: their number, their count, and of each variable of a packet
        that the configuration selects its value in this bin: the other bits are 0. Units:
        latency in the unit of ACDR.LAT_S, size in words, address in bytes. Info: missing, as that
        of histogram()."""
        if not self._map:
            raise Error(errno.EINVAL, "bins: configure() was not called")
        counts = self.histogram()
        numbers = np.flatnonzero(counts)
        lib, ffi = self.lib, self.library.ffi
        variables = [(ffi.string(lib.sbit_variables[k].name).decode(), k)
                     for k in range(lib.SBIT_ALL_VARIABLES) if lib.sbit_selected(self._map, k)]
        table = np.empty(len(numbers), dtype=[("bin", "u4"), ("count", "u4")]
                         + [(name, "u4") for name, _ in variables])
        table["bin"], table["count"] = numbers, counts[numbers]
        for name, k in variables:
            table[name] = [lib.sbit_bin_value(self._map, k, int(n)) for n in numbers]
        units = {"bin": "", "count": "packets", "latency": "ticks << 2 * LAT_S", "size": "words",
                 "address": "bytes"}
        return Table(table, {n: units.get(n, "") for n in table.dtype.names},
                     missing=counts.info["missing"])

    def bin_of(self, *, latency: int = 0, sender: int = 0, color: int = 0, category: int = 0,
               size: int = 1, address: int = 0, phase: int = 0) -> int:
        """The bin that counts such a packet by the configuration that configure() loaded: the
        golden model of the bin selector. @latency in ticks << 2 * ACDR.LAT_S, @size in words;
        @address in bytes and @phase count in a core of revision 3."""
        if not self._map:
            raise Error(errno.EINVAL, "bin_of: configure() was not called")
        return int(self.lib.sbit_eval_wide(
            self._map, self.lib.sbit_inputs(latency, sender, color, category, size),
            self.lib.sbit_wide_inputs(address, phase)))

    def clear(self) -> None:
        """Writes 0 to the bins that the configuration of configure() can select."""
        if not self._map:
            raise Error(errno.EINVAL, "clear: configure() was not called")
        self.PutHMem(0, bytes(min(4 * (self.lib.sbit_last_bin(self._map) + 1), self.GetHSize())))

    def measure(self, source: Union[str, "os.PathLike[str]"], *commands: str) -> Table:
        """An experiment: configures the bin selector as configure(), clears the bins that it can
        select, counts while a simulated board executes @commands, such as "generate count=1000
        words=1-16", until no packet is left, and returns bins(). Raises Error if the board
        has lost packets or a bin has wrapped."""
        self.configure(source)
        self.HTCR.HEN = 0
        self.clear()
        self.ISCR.set(PV=1, BV=1, FV=1)
        self.HTCR.set(FRS=0, HEN=1)
        for command in commands:
            self.command(command)
        self.command("drain")
        self.HTCR.HEN = 0
        lost = self._missing()
        if lost:
            raise Error(errno.EOVERFLOW, f"measure: counts are missing: {', '.join(lost)}")
        return self.bins()

    def trace(self, first: int = 0, entries: Optional[int] = None) -> Table:
        """The entries that the board has recorded (the last TECR before TICR), oldest first; or
        @entries entries of the trace memory from index @first on, by default up to TICR, of which
        those that it has not recorded have what the memory held before. Columns as those of
        read_trace(); units: rxtime in ticks of 100 ns on the report's board, latency in these
        ticks << 2 * ACDR.LAT_S. Raises Error with errno ESTALE if the board has recorded entries
        while it was read: stop it before (HTCR.TEN = 0)."""
        size = self.GetTSize() // 16
        before = int(self.TICR), int(self.TECR)
        if not first and entries is None:
            entries = min(before[1], size)
            first = (before[0] - entries) % size if size else 0
        elif entries is None:
            entries = before[0] - first
        if not (0 <= entries <= size and 0 <= first <= size - (entries > 0)):
            raise ValueError(f"trace: {entries} entries from {first} on; the memory has {size}")
        ffi = self.library.ffi
        words = np.empty((entries, 4), dtype="<u4")
        # a memory that has wrapped: the rest is at its beginning
        parts = [(first, min(entries, size - first))]
        parts.append((0, entries - parts[0][1]))
        at = 0
        for start, count in parts:
            if count > 0:
                self.library.check(
                    self.lib.surf_GetTMem(self.handle, 16 * start,
                                          ffi.from_buffer(words[at:at + count]), 16 * count,
                                          ffi.NULL, ffi.NULL), "surf_GetTMem")
            at += count
        if (int(self.TICR), int(self.TECR)) != before:
            raise Error(errno.ESTALE, "trace: the board has recorded entries while it was read")
        table = np.empty(entries, dtype=_files.trace_type(self.library))
        word = ffi.cast("uint32_t *", ffi.from_buffer(words))
        entry = ffi.cast("struct trace_entry *", ffi.from_buffer(table))
        for k in range(entries):
            self.lib.trace_entry_unpack((first + k) % size, word + 4 * k, entry + k)
        phase = 0
        if self.GetCapabilities() & self.lib.SURF_CAPR_PHASE:
            phase = (0xF0 if self.PHCR.HIGH else 0) | (0x0F if self.PHCR.LOW else 0)
        table = _files.with_phase(table, phase)
        return Table(table, {"rxtime": "ticks", "latency": "ticks << 2 * LAT_S",
                             "words": "words of 32 bits", "addr": "bytes"})

    def taps(self) -> List[Any]:
        """The taps of the design around a core, from its table (struct surf_tap: name, kind,
        constant, and since the reset packets, dropped and flags); none if there is no table."""
        taps = self.library.ffi.new("struct surf_tap[]", self.lib.SURF_TAPS)
        count = self.library.ffi.new("unsigned int *")
        self.library.check(self.lib.surf_GetTaps(self.handle, taps, count), "surf_GetTaps")
        return [self.library.record(taps[k]) for k in range(count[0])]

    def losses(self) -> Dict[str, int]:
        """The sticky conditions of ISCR that say that something was lost, by name."""
        value = int(self.ISCR)
        return {f.name: f.get(value) for f in self.ISCR
                if f.name in ("PV", "BV", "FV", "WCV", "LU", "LV")}


class Shrimp96(Board):
    """The SHRIMP performance monitor of 1996."""
    name, library_name, prefix, struct = "shrimp96", "spm", "spm_", "spm"
    _open_arguments = (0, 0)    # the driver's base address; no interrupt


class Hypermon(_BusBoard):
    """HYPERMON's event capture board (Malony, Reed 1990)."""
    name, library_name, prefix, struct = "hypermon", "hm", "hm_", "hm"


class Numachine(_BusBoard):
    """The memory monitor of NUMAchine."""
    name, library_name, prefix, struct = "numachine", "nm", "nm_", "nm"
    base = 0            # of the registers in the card's addresses

    def __init__(self, backend: Optional[str] = "sim:",
                 device: Optional["Device"] = None) -> None:
        super().__init__(backend, device)
        self.base = int(self.lib.NM_AT_REGISTERS)

    def count(self, mode: str, us: float, *commands: str) -> Table:
        """Counts for @us microseconds of the card's time, across overflows; @mode: flyer, depth
        or histogram0 to histogram3; @commands are sent to a simulated card when counting has
        begun, such as "workload page 200": the kernel then does not start before. The
        result is that of read_counters(). Raises Error with errno
        ESTALE if another program has changed the monitor."""
        ffi, lib = self.library.ffi, self.lib
        left = _nanoseconds(us) / 1000
        number = ffi.new("enum nm_mode *")
        self.library.check(lib.nm_mode_by_name(mode.encode(), number), mode)
        table = ffi.new("struct nm_table *")
        self.library.check(lib.nm_begin(self.handle, table, number[0]), "nm_begin")
        for command in commands:
            self.command(command)
        end = self.time() + left
        while left > 0:
            err = lib.nm_serve(self.handle, table, int(np.ceil(left)))
            if err != -errno.ETIMEDOUT:
                self.library.check(err, "nm_serve")
            left = end - self.time()
        self.library.check(lib.nm_end(self.handle, table), "nm_end")
        return _files.counters_table(self.library, table)


class Multikron(Board):
    """The MultiKron PCI board (NISTIR 5993)."""
    name, library_name, prefix, struct = "multikron", "mk", "mk_", "mk"

    def bus_use(self) -> Any:
        """Stops what bus_start() has started: clocks of NODECLK in which a device on the PCI bus
        has answered, in which this board has, and all (struct mk_use: any, board, clocks)."""
        use = self.library.ffi.new("struct mk_use *")
        self.library.check(self.lib.mk_bus_stop(self.handle, use), "mk_bus_stop")
        return self.library.record(use[0])


class Dash(_BusBoard):
    """The performance monitor of DASH."""
    name, library_name, prefix, struct = "dash", "dm", "dm_", "dm"

    def dump(self) -> Table:
        """Empties the trace buffer: its words of 36 bits, for dm_decode()."""
        words: List[int] = []

        @self.library.ffi.callback("int(void *, uint64_t)")
        def word(_: Any, value: int) -> int:
            words.append(value)
            return 0

        self.library.check(self.lib.dm_dump(self.handle, word, self.library.ffi.NULL), "dm_dump")
        return Table(np.array(words, dtype="u8"))


class Supermon(Board):
    """SUPERMON, of Hector."""
    name, library_name, prefix, struct = "supermon", "smon", "sm_", "sm"


class Xdbus(Board):
    """The counters of the SPARCcenter 2000."""
    name, library_name, prefix, struct = "xdbus", "xdb", "xdb_", "xdb"


BOARDS: Dict[str, Type[Board]] = {cls.name: cls for cls in (
    SurfBoard, Shrimp96, Hypermon, Numachine, Multikron, Dash, Supermon, Xdbus)}

open_file = open


def open(board: str, backend: Optional[str] = "sim:") -> Any:  # pylint: disable=redefined-builtin
    """Opens a board, one of BOARDS, through a backend: "sim:ARGUMENTS" simulates it in this
    process; "unix:PATH" is a board that another process serves; "mmap:ARGUMENTS",
    "uart:ARGUMENTS" and "etherbone:HOST[:PORT],base=ADDRESS" are real boards. Raises Error if it
    cannot be opened."""
    if board not in BOARDS:
        raise ValueError(f"there is no board {board}: {', '.join(BOARDS)}")
    return BOARDS[board](backend)


def open_device(board: str, read: Callable[[str, int, int], int],
                write: Callable[[str, int, int, int], None]) -> Any:
    """Opens a board, one of BOARDS, that two functions of yours access (see Device): a bus of
    cocotb, or a line that no backend knows. The functions are called in the thread that calls the
    board."""
    if board not in BOARDS:
        raise ValueError(f"there is no board {board}: {', '.join(BOARDS)}")
    return BOARDS[board](None, Device(read, write))


def probe(backend: str, first: int, last: int) -> List[Tuple[int, Any]]:
    """Looks for cores of the SurfBoard on the bus behind a backend, from address @first to @last:
    the address of each and its identity (struct surf_identity: clock_hz, sizes, ...). It writes
    nothing; do not search where a read has side effects or hangs the bus."""
    c = library("surf")
    found: List[Tuple[int, Any]] = []

    @c.ffi.callback("int(void *, uint32_t, const struct surf_identity *)")
    def core(_: Any, address: int, identity: Any) -> int:
        found.append((address, c.record(identity[0])))
        return 0

    c.check(c.lib.surf_Probe(os.fsencode(backend), first, last, core, c.ffi.NULL), backend)
    return found
