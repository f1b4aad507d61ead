# SPDX-License-Identifier: Apache-2.0
"""Generates LiteX designs with the monitor behind LiteX's UARTBone, simulates them with Verilator,
and compares the trace that is read over the serial line with the traffic; exit status 1: it
differs. The package litex_tallyboard is installed by pip for this.

    run.py [DESIGN...]      default: all, one after the other
        wishbone, axi-lite  the bus of the monitor: streams, and an AXI4-Lite bus
        ethernet            LiteEth, in ethernet.py
        dram                LiteDRAM, in dram.py
"""
import itertools
import os
import pathlib
import shutil
import subprocess
import sys

from migen import ClockDomain, If, Module, Signal
from litex.build.generic_platform import Pins, Subsignal
from litex.build.lattice import LatticeECP5Platform
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import axi, stream, wishbone

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "build/examples/litex"
INSTALLED = OUT / "installed"
os.environ["TALLYBOARD"] = str(ROOT / "build")
shutil.rmtree(INSTALLED, ignore_errors=True)
subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check",
                "--no-deps", "--no-build-isolation", "--target", INSTALLED, ROOT / "sw/python"],
               check=True)
sys.path[:0] = [str(INSTALLED), str(ROOT / "examples/litex")]
from litex_tallyboard import Tap, add_tallyboard  # noqa: E402
import dram  # noqa: E402
import ethernet  # noqa: E402

CLOCK_HZ, BAUD = 25_000_000, 5_000_000
BASE = 0x30000000
FRAMES, READS = 4, 2    # packets of the stream and of the AXI4-Lite bus
WIDTHS, BYTES = (8, 32, 64), (1, 1497, 1500)    # a frame of each, on streams laid out as LiteEth's
POLLS = 6               # reads of TECR, until all packets have come
EBCR, IDCR, ACDR, TTCR, ECDR, HTCR, TECR = 0xC84, 0xD08, 0x10008, 0x1000C, 0x10010, 0x10020, 0x10034
TAPS, TAPS_WORDS = 0xE20, 6     # the table of the taps: the words of an entry, up to TPDR
TRACE = 1 << 17       # the middle of a window of 2**18 bytes
PINS = [("clk25", 0, Pins("G2")), ("rst", 0, Pins("D6")),
        ("serial", 0, Subsignal("tx", Pins("L4")), Subsignal("rx", Pins("M1")))]


class Clocks(Module):
    def __init__(self, platform):
        self.clock_domains.cd_sys = ClockDomain()
        self.comb += [self.cd_sys.clk.eq(platform.request("clk25")),
                      self.cd_sys.rst.eq(platform.request("rst"))]


class Frame(Module):
    """From the rising edge of go on one frame of `length` bytes, laid out as in LiteEth with
    `width` bits."""

    def __init__(self, go, width, length):
        size, beat = width // 8, Signal(max=length + 1)
        beats = -(-length // size)
        self.endpoint = endpoint = stream.Endpoint(
            [("data", width), ("last_be", size), ("error", size)])
        self.comb += [endpoint.valid.eq(go & (beat < beats)), endpoint.ready.eq(1),
                      endpoint.last.eq(beat == beats - 1),
                      If(endpoint.last, endpoint.last_be.eq(1 << (length - 1) % size))]
        self.sync += If(endpoint.valid, beat.eq(beat + 1))
        self.expected = -(-length // 4), beats - 1


class Accesses(Module):
    """From the rising edge of go on, READS accesses of a memory on Wishbone, one after the
    other."""

    def __init__(self, go, addressing):
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing=addressing)
        self.submodules += wishbone.SRAM(256, bus=bus)
        count = Signal(max=READS + 1)
        self.comb += [bus.cyc.eq(go & (count < READS)), bus.stb.eq(bus.cyc), bus.sel.eq(15),
                      bus.we.eq(count[0])]
        self.sync += If(bus.ack, count.eq(count + 1))


class Traffic(Module):
    """From the rising edge of go on: frames of 1, 2, ... beats of 4 bytes, a beat every second
    clock and 16 clocks from frame to frame; and reads of the memory, one after the other."""

    def __init__(self, go):
        self.endpoint = endpoint = stream.Endpoint([("data", 32)])
        self.memory = memory = axi.AXILiteInterface(data_width=32, address_width=32)
        self.submodules += axi.AXILiteSRAM(256, bus=memory)
        clock, beat, frame = Signal(4), Signal(4), Signal(max=FRAMES + 1)
        self.comb += [endpoint.valid.eq(go & (frame < FRAMES) & ~clock[0] & (beat <= frame)),
                      endpoint.last.eq(beat == frame), endpoint.ready.eq(1)]
        self.sync += If(go & (frame < FRAMES),
                        clock.eq(clock + 1),
                        If(endpoint.valid, beat.eq(beat + 1)),
                        If(clock == 15, beat.eq(0), frame.eq(frame + 1)))
        asked, answered = Signal(max=READS + 1), Signal(max=READS + 1)
        self.comb += [memory.ar.valid.eq(go & (asked == answered) & (asked < READS)),
                      memory.r.ready.eq(1)]
        self.sync += [If(memory.ar.valid & memory.ar.ready, asked.eq(asked + 1)),
                      If(memory.r.valid & memory.r.ready, answered.eq(answered + 1))]


class Buses:
    """The traffic of the designs wishbone and axi-lite."""

    def __init__(self, soc):
        self.go = go = Signal()
        soc.submodules.traffic = traffic = Traffic(go)
        self.taps = [Tap(traffic.endpoint, sender=8), Tap(traffic.memory, sender=2)]
        # sender, words, and clocks from the first to the last beat
        self.expected = [(8, n, 2 * (n - 1)) for n in range(1, FRAMES + 1)] + [(2, 1, 0)] * READS
        for sender, (width, length) in enumerate(itertools.product(WIDTHS, BYTES), 16):
            soc.submodules += (frame := Frame(go, width, length))
            self.taps.append(Tap(frame.endpoint, sender))
            self.expected.append((sender, *frame.expected))
        soc.submodules += (accesses := Accesses(go, "word"))
        self.taps.append(Tap(accesses.bus, sender=4))
        self.expected += [(4, 1, 1)] * READS     # LiteX's SRAM answers in the next clock
        wide = axi.AXIInterface(data_width=32, address_width=32, id_width=12)
        self.taps.append(Tap(wide, sender=256, id_lsb=4))
        self.packets, self.registers = len(self.expected), ()
        last = len(self.taps) - 1
        self.names = ["tap0", "tap1 r", "tap1 w", *(f"tap{i}" for i in range(2, last)),
                      f"tap{last} r", f"tap{last} w"]

    def differs(self, monitor, entries):
        """What is wrong, or None."""
        got = sorted((e.sender, e.words, e.latency if e.sender != 2 else 0) for e in entries)
        latencies = {e.latency for e in entries if e.sender == 2}
        if got != sorted(self.expected) or len(latencies) != 1 or not 1 <= min(latencies) <= 8:
            return f"{got}, latencies of reads {latencies}; expected {self.expected}"
        print(f"  reads of the memory take {min(latencies)} clocks")
        return None


DESIGNS = {"wishbone": ("wishbone", Buses), "axi-lite": ("axi-lite", Buses),
           "ethernet": ("wishbone", ethernet.Loop), "dram": ("axi-lite", dram.Ports)}


class Design(SoCMini):
    def __init__(self, platform, bus, traffic):
        self.submodules.crg = Clocks(platform)
        SoCMini.__init__(self, platform, CLOCK_HZ, ident="SurfBoard")
        self.add_uartbone(uart_name="serial", baudrate=BAUD)
        self.traffic_of = traffic(self)
        self.monitor = monitor = add_tallyboard(self, bus=bus, taps=self.traffic_of.taps,
                                                origin=BASE)
        self.comb += self.traffic_of.go.eq(monitor.x_out)
        refuses(monitor, stream.Endpoint([("data", 32), ("length", 16)]), "unknown fields length")
        refuses(monitor, stream.Endpoint([("address", 32)]), "no field data")
        refuses(monitor, stream.Endpoint([("data", 12)]), "no field data")
        refuses(monitor, stream.Endpoint([("data", 32), ("last_be", 2)]), "last_be has 2 bits")
        refuses(monitor, axi.AXIInterface(id_width=33), "ids of 33 bits")
        refuses(monitor, Tap(axi.AXIInterface(id_width=12), sender=1), "a multiple of 1024")
        refuses(monitor, axi.AXIInterface(clock_domain="fast"), "clock domain fast")
        refuses(monitor, Tap(axi.AXILiteInterface(), sender=3), "a multiple of 2")
        refuses(monitor, Tap(axi.AXILiteInterface(), name="a longer name"), "6 characters")
        refuses(monitor, Signal(), "no tap for Signal")


def refuses(monitor, tap, reason):
    try:
        monitor.tap(*(tap if isinstance(tap, Tap) else Tap(tap)))
    except (TypeError, ValueError) as error:
        if reason in str(error):
            return
    sys.exit(f"litex: no tap() refuses {tap}: {reason}")


class Entry:
    """An entry of the trace, four words."""

    def __init__(self, words):
        self.sender, self.latency = words[0] >> 26, words[0] & 0xFFFFFF
        self.words, self.color = words[1] >> 18 & 1023, words[1] >> 12 & 63


# frames of UARTBone, for test.v: bytes, and 100 + N: wait for an answer of N bytes
def write(register, *values):
    """Writes all values to one register of the monitor."""
    data = b"".join(value.to_bytes(4, "big") for value in values)
    return [3, len(values), *((BASE + register) // 4).to_bytes(4, "big"), *data]


def read(register, words=1, base=BASE):
    return [2, words, *((base + register) // 4).to_bytes(4, "big"), 0x100 + 4 * words]


def simulate(out, verilog, sources, entries, taps, registers):
    """Returns the words that the design answers: IDCR, POLLS times TECR, entries of the trace, of
    the table of the taps, registers."""
    sent = read(IDCR) + write(EBCR, 1)
    image = 6 << 11 | 1 << 6    # latencies of 12 bits, the whole trace memory
    sent += write(ACDR, *(image >> bit & 1 for bit in range(28)))
    sent += write(HTCR, 0x11) + write(TTCR, 0x40) + write(ECDR, 1) + read(TECR) * POLLS
    for entry in range(entries):
        sent += read(TRACE + 16 * entry, 4)
    for tap in range(taps):
        sent += read(TAPS + 32 * tap, TAPS_WORDS)
    for address in registers:
        sent += read(address, base=0)
    (out / "sent.hex").write_text("\n".join(f"{byte:03x}" for byte in sent))
    answers = 4 * (1 + POLLS + 4 * entries + TAPS_WORDS * taps + len(registers))
    # not Icarus Verilog: in it the combinational blocks that LiteX writes never come to rest
    command = ["verilator", "--binary", "-j", "1", "-Wno-fatal", "-Wno-lint", "-Wno-COMBDLY",
               "--top-module", "test", f"-GSENT={len(sent)}", f"-GANSWERS={answers}",
               f"-GBIT={10**9 // BAUD}", "-MAKEFLAGS", "OPT_FAST=-O0",
               "--Mdir", str(out / "model"), "-o", "test",
               str(verilog), *sources, str(ROOT / "examples/litex/test.v")]
    # Verilator calls make, whose makefiles use names that a calling make may have set
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    text = subprocess.run([out / "model/test"], cwd=out, check=True, capture_output=True,
                          text=True).stdout
    received = (bytes.fromhex(text.split("received", 1)[-1].split("\n")[0])
                if "received" in text else b"")
    if len(received) != answers:
        sys.exit(f"litex: {len(received)} bytes instead of {answers}: {text}")
    return [int.from_bytes(received[i:i + 4], "big") for i in range(0, answers, 4)]


def check(name):
    bus, traffic = DESIGNS[name]
    platform = LatticeECP5Platform("LFE5U-85F-6BG381C", PINS, toolchain="trellis")
    design = Design(platform, bus, traffic)
    builder = Builder(design, output_dir=str(OUT / name), compile_software=False,
                      compile_gateware=False)
    builder.build(build_name="litex_surfboard", run=False)
    gateware = OUT / name / "gateware"
    sources = [str(path) for path, language, *_ in platform.sources if language == "verilog"
               and not str(path).endswith("litex_surfboard.v")]
    traffic = design.traffic_of
    total, end = traffic.packets, 1 + POLLS + 4 * traffic.packets
    names = traffic.names
    registers = [design.csr_regions[module].origin for module in traffic.registers]
    words = simulate(gateware, gateware / "litex_surfboard.v", sources, total, len(names),
                     registers)
    entries = [Entry(words[i:i + 4]) for i in range(1 + POLLS, end, 4)]
    if words[0] != CLOCK_HZ:
        sys.exit(f"litex {name}: IDCR says a clock of {words[0]} Hz")
    if words[POLLS] != total:
        sys.exit(f"litex {name}: {words[1:1 + POLLS]} packets, not {total}: "
                 f"{[(e.sender, e.words, e.latency) for e in entries]}")
    table = [words[i:i + TAPS_WORDS] for i in
             range(end, end + TAPS_WORDS * len(names), TAPS_WORDS)]
    told = [b"".join(word.to_bytes(4, "little") for word in tap[:2]).decode() for tap in table]
    if (told != [f"{tap:8}" for tap in names] or sum(tap[4] for tap in table) != total or
            any(tap[5] for tap in table)):
        sys.exit(f"litex {name}: table {told}, packets {[tap[4] for tap in table]},"
                 f" dropped {[tap[5] for tap in table]}")
    wrong = traffic.differs(design.monitor, entries, *words[end + TAPS_WORDS * len(names):])
    if wrong:
        sys.exit(f"litex {name}: {wrong}")
    print(f"{name}: {total} packets in the trace as sent")


for design_name in sys.argv[1:] or DESIGNS:
    check(design_name)
