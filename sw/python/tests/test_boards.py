# SPDX-License-Identifier: Apache-2.0
"""Boards, registers and fields; the numbers are those of the C tools."""
import asyncio
import importlib
import re
import socket
import struct
import subprocess
import sys
import threading
import types

import numpy as np
import pytest
import tallyboard
from tallyboard._boards import _numbers, plan
from tallyboard._library import Function, Parameter, parse_functions

BASE = 0x30000000     # of a core behind Etherbone
TRAFFIC = "generate count=300 words=1-24 x=1-3 seed=7"


@pytest.fixture(name="board")
def _board():
    with tallyboard.open("surfboard") as board:
        yield board


@pytest.fixture(name="served")
def _served(tmp_path):
    """A board that a server has, and its name."""
    path = f"{tmp_path}/board"
    with subprocess.Popen([tallyboard.prefix() + "/libexec/surfd", "-c", "pause", path],
                          stdout=subprocess.PIPE) as server:
        try:
            server.stdout.readline()
            with tallyboard.open("surfboard", f"unix:{path}") as board:
                yield board, f"unix:{path}"
        finally:
            server.terminate()


@pytest.mark.parametrize("name", tallyboard.BOARDS)
def test_each_board_opens(name):
    with tallyboard.open(name, "sim:") as board:
        before = board.time()
        board.run(12.5)
        assert 12.5 <= board.time() - before < 12.6
        assert all(r.text and all(f.text for f in r) for r in board.registers.values())
        assert len(board.registers) >= 5
    with pytest.raises(tallyboard.Error):
        board.run(1)


@pytest.mark.parametrize("name, register, field, value", [
    ("surfboard", "EPIR", "MFR", 0x464E), ("shrimp96", "MAXL", "DATA", 0xFFFFF),
    ("dash", "ID", "DATA", 0x44415348), ("supermon", "ID", "DATA", 0x53550001),
    ("xdbus", "ID", "TEXT", 0x58444231), ("multikron", "CONFIG", "V_NUM", 0x90)])
def test_values_of_the_papers(name, register, field, value):
    with tallyboard.open(name) as board:
        assert getattr(getattr(board, register), field) == value


def test_registers_that_are_0_after_reset():
    with tallyboard.open("numachine") as board:
        assert int(board.IENABLE) == 0
        board.IENABLE.OVERFLOW = 1
        assert int(board.IENABLE) == 1
    with tallyboard.open("hypermon") as board:
        assert (board.COUNT.FRAMES, int(board.STATUS), board.LOST.FRAMES) == (0, 0, 0)
        board.command("program life nodes=4")
        board.run(30000)        # nobody reads the frame FIFO
        assert (board.COUNT.FRAMES, board.STATUS.FRAME) == (1024, 1)
        assert board.LOST.FRAMES > 100


def test_registers_equal_the_shells(board, tool):
    board.HTCR = 4
    board.command(TRAFFIC)
    board.command("drain")
    names = [n for n, r in board.registers.items() if r.space == "MMIO" and n != "HFDR"]
    shown = tool("surf", "-c", "htcr = 4\n" + TRAFFIC + "\ndrain\n"
                 + "\n".join(f"show {n.lower()}" for n in names))
    values = dict(re.findall(r"^(\w+) ([0-9A-F]{8})\b", shown, re.M))
    assert len(values) >= len(names) - 1
    for name, value in values.items():
        assert int(board.registers[name]) == int(value, 16), name
    assert int(board.WCDR) > 300


def test_fields_keep_their_neighbours(board):
    board.HTCR.set(FRS=0, WEN=1)
    board.HTCR.HEN = 1
    assert (board.HTCR.WEN, board.HTCR.HEN, board.HTCR.FRS, board.HTCR.TEN) == (1, 1, 0, 0)
    board.TTCR.MODE = 2
    assert int(board.TTCR) == 2 << 2
    with pytest.raises(AttributeError, match="read only"):
        board.FCCR.DONE = 1
    with pytest.raises(ValueError):
        board.TTCR.MODE = 4
    with pytest.raises(AttributeError, match="no field NONE"):
        board.TTCR.NONE = 1
    with pytest.raises(AttributeError, match="surfboard has no register TTRC"):
        board.TTRC = 1
    before = int(board.TTCR)
    for write in (lambda: setattr(board, "TTCR", 1.5), lambda: setattr(board.TTCR, "MODE", 1.5),
                  lambda: board.TTCR.set(MODE=1.5)):
        with pytest.raises(TypeError):
            write()
    board.TTCR = np.uint32(before)
    assert int(board.TTCR) == before
    assert "position of the trigger" in board.TTCR.describe()


def test_writing_a_condition_clears_only_this_one(board):
    board.HTCR.set(WEN=1)
    board.WCDR = 0xFFFFFFFF
    board.command("generate count=3 words=2")   # LV, and the word counter wraps
    board.command("drain")
    assert board.ISCR.WCV == 1 and board.ISCR.LV == 1
    board.ISCR.WCV = 1
    assert board.ISCR.WCV == 0 and board.ISCR.LV == 1


def test_histogram_equals_the_shells(served, tool, tmp_path):
    board, name = served
    board.configure("bin[9:0] = size\nbin[11:10] = sender[1:0]\n")
    board.HTCR.set(FRS=0)
    board.HTCR.HEN = 1
    board.command(TRAFFIC)
    board.command("drain")
    board.HTCR.HEN = 0
    tool("surf", "-b", name, "-c", f"save histogram {tmp_path}/h 0 FFF")
    saved = [line.split()[:2] for line in (tmp_path / "h").read_text().splitlines()
             if line and line[0] != "#"]
    expected = {int(b, 16): int(n, 16) for b, n in saved if int(n, 16)}
    counts = board.histogram()
    assert {int(b): int(counts[b]) for b in np.flatnonzero(counts)} == expected
    assert counts.sum() == 300 and counts.units == {"": "packets"} and len(expected) > 50
    assert board.histogram(1025, 24).tolist() == counts[1025:1049].tolist()
    bins = board.bins()
    assert dict(zip(bins["bin"].tolist(), bins["count"].tolist())) == expected
    assert all(b["bin"] == b["sender"] << 10 | b["size"] for b in bins)
    assert bins[:3].units["size"] == "words"
    words = int((bins["size"].astype(int) * bins["count"]).sum())
    assert words == int(re.search(r"words: (\d+)", board.command("status"))[1])


def test_measure_and_the_model_of_the_selector(board):
    commands = ["generate count=200 words=1-9 x=0-3 y=0-1 seed=4"]
    bins = board.measure("bin[3:0] = size[3:0]\nbin[9:4] = sender\n", *commands)
    assert bins["count"].sum() == 200 and len(bins) > 30
    for row in bins:
        assert board.bin_of(size=row["size"], sender=row["sender"]) == row["bin"]
    assert (board.measure("bin[3:0] = size[3:0]\nbin[9:4] = sender\n", *commands)["count"].sum()
            == 200)       # the bins were cleared
    with tallyboard.open("surfboard") as other, pytest.raises(tallyboard.Error, match="configure"):
        other.bin_of(size=1)
    with tallyboard.open("surfboard") as other:
        other.losses = lambda: {"PV": 1, "LV": 1, "BV": 0}
        with pytest.raises(tallyboard.Error, match="measure: counts are missing: PV$"):
            other.measure("bin[3:0] = size[3:0]")


def test_use_of_the_bus():
    with tallyboard.open("multikron") as mk:
        mk.initialize()
        mk.bus_start()
        mk.run(100)
        use = mk.bus_use()
        assert 4000 <= use.clocks < 4100  # NODECLK has 40 MHz
        assert 0 < use.board == use.any < 100       # the accesses that start and stop it
        mk.command("load disk 40")
        mk.bus_start()
        mk.read_memory(0, 64)
        mk.run(100)
        use = mk.bus_use()
        assert 100 < use.board < use.any - 1000 and use.any < use.clocks


def test_methods_follow_the_prototypes(board):
    assert board.GetHSize() == 16 << 20
    assert board.taps() == [] and board.GetTaps()[1] == 0
    board.PutHMem(5, b"abc")
    assert bytes(board.GetHMem(4, 5)) == b"\0abc\0"
    with pytest.raises(TypeError, match="surf_watch_fifo"):
        board.watch_fifo(1)
    assert board.GetCapabilities() == 0 and "GetCapabilities" in dir(board)
    with tallyboard.open("surfboard", "sim:revision=2") as second:
        second.HTCR.set(WEN=1)
        second.command(TRAFFIC)
        second.command("drain")
        totals = second.GetTotals()
        assert (totals.seen, totals.words) == (300, int(second.WCDR))
    with tallyboard.open("multikron") as mk:
        mk.initialize()
        mk.write_memory(5, [1, 2, 3])
        assert mk.read_memory(4, 5).tolist()[1:4] == [1, 2, 3]
        assert mk.get_config() == mk.lib.MK_DEFAULT_CONFIG | 0x90000000
    with tallyboard.open("dash", "sim:board=short") as dash:
        dash.load(dash.lib.DASH_COUNT, {"mask": [3, 1]})
        circuit, conditions = dash.get_circuit()
        assert circuit == dash.lib.DASH_COUNT and conditions.mask.tolist() == [3, 1]


def test_arguments_are_not_changed(board):
    board.PutHMem(0, [1, 2, 3])
    board.PutHMem(4, np.array([0x04030201], dtype="<u4"))
    assert bytes(board.GetHMem(0, 8)) == b"\1\2\3\0\1\2\3\4"
    for wrong in 5, np.array([1, 2]), np.array([1.5]):
        with pytest.raises(TypeError):
            board.PutHMem(0, wrong)
    assert bytes(board.GetHMem(0, 8)) == b"\1\2\3\0\1\2\3\4"
    assert list(_numbers("n", [1, 255], np.dtype("u1"))) == [1, 255]
    for numbers in np.array([256]), np.array([-1]), np.array([1.5]), [1.5]:
        with pytest.raises(ValueError):
            _numbers("n", numbers, np.dtype("u1"))


def test_a_trace_has_the_entries_of_the_memory(board):
    size = board.GetTSize() // 16
    assert len(board.trace(first=size - 2, entries=4)) == 4
    for first, entries in (size + 2, 4), (size, 1), (-1, 2), (0, size + 1), (5, -1), (5, None):
        with pytest.raises(ValueError):
            board.trace(first, entries)


def test_errors_of_the_bus_of_a_testbench(monkeypatch):
    """SLVERR and DECERR are errors of the access; OKAY and EXOKAY are not."""
    class Bus:
        """A bus that answers each access with @resp."""
        def __init__(self, resp):
            self.answer = types.SimpleNamespace(data=bytes(4), resp=resp)

        async def read(self, *_):
            return self.answer

        async def write(self, *_):
            return self.answer

    async def access(bus, write):
        # open_device() gets the two functions
        functions = (await core.open_core(bus))[1:]
        return await functions[write]("mem", 0, 32, *[0] * write)

    async def called(*arguments):
        return arguments

    task = types.SimpleNamespace(bridge=lambda _: called, resume=lambda function: function)
    monkeypatch.setitem(sys.modules, "cocotb", types.SimpleNamespace(task=task))
    monkeypatch.setitem(sys.modules, "cocotb.task", task)
    monkeypatch.delitem(sys.modules, "tallyboard.cocotb", raising=False)
    core = importlib.import_module("tallyboard.cocotb")
    for write in False, True:
        for resp in 0, 1:
            assert not asyncio.run(access(Bus(resp), write))
        for resp in 2, 3:
            with pytest.raises(OSError):
                asyncio.run(access(Bus(resp), write))
    monkeypatch.delitem(sys.modules, "tallyboard.cocotb")


def test_a_board_of_another_process(served, tool):
    board, name = served
    board.TTCR = 5
    assert tool("surf", "-b", name, "-c", "show ttcr").startswith("TTCR 00000005")
    with board.hold():
        board.TTCR.MODE = 0
    assert int(board.TTCR) == 1


def test_a_board_behind_functions_of_ones_own():
    """The functions forward to a simulated board, which the same driver opens behind them."""
    with tallyboard.open("supermon") as board:
        ffi, device, seen = board.library.ffi, board.handle.dev, []

        def read(space, address, width):
            value = ffi.new("uint64_t *")
            err = device.ops.read(device, ("io", "mem", "config").index(space), address, width,
                                  value)
            seen.append((space, address, width))
            if err:
                raise OSError(-err, "the board refuses")
            return value[0]

        def write(space, address, width, value):
            err = device.ops.write(device, ("io", "mem", "config").index(space), address, width,
                                   value)
            if err:
                raise OSError(-err, "the board refuses")

        second = tallyboard.open_device("supermon", read, write)
        assert ("mem", 0, 32) in seen and second.ID.DATA == 0x53550001
        second.write_words(7, [1, 2 ** 48 - 1])
        assert board.read_words(7, 2).tolist() == [1, 2 ** 48 - 1]
        second.IRQEN = 0x1FC
        assert int(board.IRQEN) == 0x1FC
        with pytest.raises(tallyboard.Error) as caught:
            second.write_words(65535, [1, 2])
        assert caught.value.errno == 22

    def broken(*_):
        raise OSError(110, "time-out")

    with pytest.raises(tallyboard.Error) as caught:
        tallyboard.open_device("supermon", broken, broken)
    assert caught.value.errno == 110


def _etherbone(listener, device, ffi):
    """One connection of a server of LiteX's Etherbone over TCP, in front of a board at BASE."""
    def take(link, size):
        return link.recv(size, socket.MSG_WAITALL) if size else b""

    link, _ = listener.accept()
    mem = 1     # DEVICE_MEM
    with link:
        link.sendall(b"CommUART:localhost:1234")
        while len(head := take(link, 12)) == 12:
            assert head[:4] == b"\x4e\x6f\x10\x44"
            writes, reads = head[10], head[11]
            if writes:
                first, *words = struct.unpack(f">{writes + 1}I", take(link, 4 + 4 * writes))
                for k, word in enumerate(words):
                    assert not device.ops.write(device, mem, first - BASE + 4 * k, 32, word)
            if reads:
                _, *addresses = struct.unpack(f">{reads + 1}I", take(link, 4 + 4 * reads))
                values = []
                for address in addresses:
                    value = ffi.new("uint64_t *")
                    assert not device.ops.read(device, mem, address - BASE, 32, value)
                    values.append(value[0])
                link.sendall(head[:4] + bytes(5) + bytes([15, reads, 0])
                             + struct.pack(f">{reads + 1}I", 0, *values))


def test_a_board_behind_etherbone():
    with tallyboard.open("supermon") as behind, socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=_etherbone, args=(
            listener, behind.handle.dev, behind.library.ffi))
        server.start()
        port = listener.getsockname()[1]
        with tallyboard.open("supermon", f"etherbone:127.0.0.1:{port},base={BASE:#x}") as board:
            assert board.ID.DATA == 0x53550001
            board.write_words(7, [1, 2 ** 48 - 1])
            assert board.read_words(7, 2).tolist() == [1, 2 ** 48 - 1]
        assert behind.read_words(7, 2).tolist() == [1, 2 ** 48 - 1]
        server.join()
    with pytest.raises(tallyboard.Error, match=f"etherbone:127.0.0.1:{port},"):
        tallyboard.open("supermon", f"etherbone:127.0.0.1:{port},base=0")


def test_probe_reports_its_errors():
    with pytest.raises(tallyboard.Error, match="^unix:/nothing: "):
        tallyboard.probe("unix:/nothing", 0, 0x40000)


def test_errors_have_the_messages_of_c(board, tmp_path):
    with pytest.raises(tallyboard.Error, match="'nonsense' is not a command") as caught:
        board.command("nonsense")
    assert caught.value.errno == 22
    with pytest.raises(tallyboard.Error, match="none of sim:, unix:, mmap:") as caught:
        tallyboard.open("surfboard", "foo:")
    with pytest.raises(tallyboard.Error, match="wrong or missing arguments"):
        tallyboard.open("surfboard", "sim:trace=3")
    with pytest.raises(tallyboard.Error) as caught:
        board.PutReg(board.lib.SURF_TTCR, 1 << 5)
    assert caught.value.errno == 1
    source = tmp_path / "wrong.bsel"
    source.write_text("bin[1:0] = size[1:0]\nbin[9:2] = soze\n")
    with pytest.raises(tallyboard.Error) as caught:
        board.configure(source)
    assert str(caught.value) == (f"{source}:2:12: unknown name 'soze'; the names are latency, "
                                 "sender, color, category, size, address, phase")
    with pytest.raises(ValueError, match="there is no board abc"):
        tallyboard.open("abc")
    with pytest.raises(AttributeError, match="no register or function nonsense"):
        board.nonsense()


def test_a_table_keeps_its_units():
    table = tallyboard.Table(np.arange(4), {"": "us"}, lost=3)
    assert table[1:3].units == {"": "us"} and (table * 2).info == {"lost": 3}


def test_parser_of_declarations():
    text = """/* Old. */ int a(void);
/*
 * Reads @n.
 */
int x_read(struct x *x, uint32_t first, uint64_t *values, size_t n);
struct t { int (*f)(int a); };
void x_fill(struct x *x, const uint8_t v[(2 + 3u)]);
"""
    found = parse_functions(text)
    assert list(found) == ["a", "x_read", "x_fill"]
    assert found["x_read"].text == "Reads @n."
    assert found["x_fill"].parameters[1] == Parameter("v", "uint8_t", True, True, 5)
    assert [s.kind for s in plan(found["x_read"], "x")] == ["value", "outs"]
    assert [s.kind for s in plan(found["x_fill"], "x")] == ["in"]


@pytest.mark.parametrize("parameters", [
    [("events", "struct e", False, True), ("count", "size_t", False, False)],  # of unknown length
    [("values", "uint32_t", False, True), ("count", "size_t", False, False)],
    [("fn", "word_fn", False, True)], [("fn", "void", False, True)],
    [("state", "struct x", False, True)]])
def test_no_method_where_the_prototype_is_not_enough(parameters):
    first = Parameter("x", "struct x", False, True, 0)
    function = Function("x_do", "int", (first, *(Parameter(*p, 0) for p in parameters)), "")
    assert plan(function, "x") is None
