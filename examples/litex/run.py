# SPDX-License-Identifier: Apache-2.0
"""Generates a LiteX design with the monitor behind LiteX's UARTBone, simulates it with Verilator,
and compares the trace that is read over its serial line with the traffic; exit status 1: it
differs.

    run.py [wishbone | axi-lite]        the bus of the monitor; default: both, one after the other
"""
import os
import pathlib
import subprocess
import sys

from migen import ClockDomain, If, Module, Signal
from litex.build.generic_platform import Pins, Subsignal
from litex.build.lattice import LatticeECP5Platform
from litex.soc.integration.builder import Builder
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import axi, stream

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples/litex"))
from surfboard import SurfBoard  # noqa: E402

CLOCK_HZ, BAUD = 25_000_000, 5_000_000
BASE = 0x30000000
FRAMES, READS = 4, 2    # packets of the stream and of the AXI4-Lite bus
WIDTHS, BYTES = (8, 32, 64), 1497   # one packet of each stream of LiteEth
POLLS = 6               # reads of TECR, until all packets have come
EBCR, IDCR, ACDR, TTCR, ECDR, HTCR, TECR = 0xC84, 0xD08, 0x10008, 0x1000C, 0x10010, 0x10020, 0x10034
TRACE = 0x8000000
PINS = [("clk25", 0, Pins("G2")), ("rst", 0, Pins("D6")),
        ("serial", 0, Subsignal("tx", Pins("L4")), Subsignal("rx", Pins("M1")))]


class Clocks(Module):
    def __init__(self, platform):
        self.clock_domains.cd_sys = ClockDomain()
        self.comb += [self.cd_sys.clk.eq(platform.request("clk25")),
                      self.cd_sys.rst.eq(platform.request("rst"))]


class Frame(Module):
    """From the rising edge of go on one frame of BYTES bytes, laid out as in LiteEth with `width`
    bits."""

    def __init__(self, go, width):
        size, beat = width // 8, Signal(max=BYTES + 1)
        beats = -(-BYTES // size)
        self.endpoint = endpoint = stream.Endpoint(
            [("data", width), ("last_be", size), ("error", size)])
        self.comb += [endpoint.valid.eq(go & (beat < beats)), endpoint.ready.eq(1),
                      endpoint.last.eq(beat == beats - 1),
                      If(endpoint.last, endpoint.last_be.eq(1 << (BYTES - 1) % size))]
        self.sync += If(endpoint.valid, beat.eq(beat + 1))
        self.expected = 1 << 4 | size.bit_length(), -(-BYTES // 4), beats - 1


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


class Design(SoCMini):
    def __init__(self, platform, bus):
        self.submodules.crg = Clocks(platform)
        SoCMini.__init__(self, platform, CLOCK_HZ, ident="SurfBoard")
        self.add_uartbone(uart_name="serial", baudrate=BAUD)
        self.submodules.monitor = monitor = SurfBoard(
            platform, bus=bus, trace_log2=8, clock_hz=CLOCK_HZ)
        self.bus.add_slave("monitor", monitor.bus, monitor.region(BASE))
        self.submodules.traffic = traffic = Traffic(monitor.x_out)
        monitor.tap_stream(traffic.endpoint, sender=8)
        monitor.tap_axi(traffic.memory, sender=2)
        self.expected = []
        for width in WIDTHS:
            self.submodules += (frame := Frame(monitor.x_out, width))
            monitor.tap_stream(frame.endpoint, sender=frame.expected[0])
            self.expected.append(frame.expected)
        refuses(monitor, [("data", 32), ("length", 16)], "unknown fields length")
        refuses(monitor, [("address", 32)], "no field data")
        refuses(monitor, [("data", 12)], "no field data")
        refuses(monitor, [("data", 32), ("last_be", 2)], "last_be has 2 bits")


def refuses(monitor, layout, reason):
    try:
        monitor.tap_stream(stream.Endpoint(layout))
    except ValueError as error:
        if reason in str(error):
            return
    sys.exit(f"litex: tap_stream() does not refuse {layout}: {reason}")


# frames of UARTBone, for test.v: bytes, and 100 + N: wait for an answer of N bytes
def write(register, *values):
    """Writes all values to one register."""
    data = b"".join(value.to_bytes(4, "big") for value in values)
    return [3, len(values), *((BASE + register) // 4).to_bytes(4, "big"), *data]


def read(register, words=1):
    return [2, words, *((BASE + register) // 4).to_bytes(4, "big"), 0x100 + 4 * words]


def simulate(out, verilog, sources, entries):
    """Returns the words that the design answers."""
    sent = read(IDCR) + write(EBCR, 1)
    image = 6 << 11     # latencies of 12 bits
    sent += write(ACDR, *(image >> bit & 1 for bit in range(28)))
    sent += write(HTCR, 0x11) + write(TTCR, 0x40) + write(ECDR, 1) + read(TECR) * POLLS
    for entry in range(entries):
        sent += read(TRACE + 16 * entry, 4)
    (out / "sent.hex").write_text("\n".join(f"{byte:03x}" for byte in sent))
    answers = 4 * (1 + POLLS + 4 * entries)
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


def check(bus):
    out = ROOT / "build/examples/litex" / bus
    platform = LatticeECP5Platform("LFE5U-85F-6BG381C", PINS, toolchain="trellis")
    design = Design(platform, bus)
    Builder(design, output_dir=str(out), compile_software=False, compile_gateware=False).build(
        build_name="litex_surfboard", run=False)
    gateware = out / "gateware"
    sources = [str(path) for path, language, *_ in platform.sources if language == "verilog"
               and not str(path).endswith("litex_surfboard.v")]
    total = FRAMES + READS + len(WIDTHS)
    words = simulate(gateware, gateware / "litex_surfboard.v", sources, total)
    entries = [words[i:i + 4] for i in range(1 + POLLS, len(words), 4)]
    got = sorted((e[0] >> 26, e[1] >> 18 & 1023, e[0] & 0xFFFFFF if e[0] >> 26 != 2 else 0)
                 for e in entries)
    # sender, words, and clocks from the first to the last beat
    expected = sorted([(8, n, 2 * (n - 1)) for n in range(1, FRAMES + 1)] + [(2, 1, 0)] * READS +
                      design.expected)
    latencies = {e[0] & 0xFFFFFF for e in entries if e[0] >> 26 == 2}
    if words[0] != CLOCK_HZ:
        sys.exit(f"litex: IDCR says a clock of {words[0]} Hz")
    if (words[POLLS] != total or got != expected or len(latencies) != 1 or
            not 1 <= min(latencies) <= 8):
        sys.exit(f"litex: TECR {words[1:1 + POLLS]}, entries {got}, latencies of reads {latencies};"
                 f" expected {expected}")
    print(f"{bus}: {total} packets in the trace as sent,"
          f" reads of the memory take {min(latencies)} clocks")


for name in sys.argv[1:] or ("wishbone", "axi-lite"):
    check(name)
