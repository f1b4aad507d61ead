# SPDX-License-Identifier: Apache-2.0
"""Reads and writes of cocotbext-axi through the crossbar of verilog-axi: the histogram that the
monitor has counted must equal, bin by bin, the latencies computed here from the handshakes. run.py
starts it."""
import collections, logging, os, random
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, Timer
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiMaster

EBCR, FCCR, FCDR, ACDR, ISCR = 0xC84, 0x10000, 0x10004, 0x10008, 0x10018
HTCR, BINS = 0x10020, 0xC000000
IDS = 8


class Reference:
    """bins[color, id, latency]: transactions, computed from the handshakes at the master's port."""

    def __init__(self, dut):
        self.bins, self.answered = collections.Counter(), 0
        cocotb.start_soon(self.watch(dut))

    async def watch(self, dut):
        asked = [[collections.deque() for _ in range(IDS)] for _ in "rw"]
        clock, edge, seen = 0, RisingEdge(dut.clk), dut.seen
        while True:
            await edge
            clock += 1
            now = int(seen.value)
            if not now & 0x8888:
                continue
            for write, (request, answer) in enumerate(((now & 15, now >> 4 & 15),
                                                       (now >> 8 & 15, now >> 12))):
                if answer & 8:
                    self.bins[write, answer & 7, clock - asked[write][answer & 7].popleft()] += 1
                    self.answered += 1
                if request & 8:
                    asked[write][request & 7].append(clock)


async def configure(bus, selector):
    for register, value in (EBCR, 1), (FCCR, 1), (FCCR, 0):
        await bus.write_dword(register, value)
    while await bus.read_dword(FCCR) & 4:
        pass
    for byte in selector + b"\xff":
        for bit in range(7, -1, -1):
            await bus.write_dword(FCDR, byte >> bit & 1)
    assert await bus.read_dword(FCCR) & 15 == 8, "the bin selector is not configured"
    for bit in range(28):  # LAT_N = 4: latencies of 8 bits
        await bus.write_dword(ACDR, (4 << 11) >> bit & 1)
    for address in range(BINS, BINS + 4 * 4096, 1024):
        await bus.write(address, bytes(1024))
    await bus.write_dword(HTCR, 2)


async def transactions(axi, draw, ident, number):
    """Makes one burst after the other, with one id. The pauses keep the rate below the core's, a
    packet in 4 clocks."""
    for _ in range(number):
        await Timer(draw.randrange(10, 600), "ns")
        words = draw.choice((1, 1, 2, 4, 8, 16))
        address = draw.randrange(0, 0x10000, 64)
        if draw.random() < 0.5:
            await axi.read(address, 4 * words, arid=ident)
        else:
            await axi.write(address, bytes(4 * words), awid=ident)


@cocotb.test()
async def histogram_equals_reference(dut):
    total, draw = int(os.environ["AXI_TRANSACTIONS"]), random.Random(int(os.environ["AXI_SEED"]))
    Clock(dut.clk, 10, "ns").start()
    dut.rst.value = 1
    logging.getLogger("cocotb.interconnect").setLevel("WARNING")
    axi = AxiMaster(AxiBus.from_prefix(dut, "s_axi"), dut.clk, dut.rst)
    bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "mon"), dut.clk, dut.rst)
    await ClockCycles(dut.clk, 10)
    dut.rst.value = 0
    await ClockCycles(dut.clk, 10)
    with open(os.environ["AXI_SELECTOR"], "rb") as selector:
        await configure(bus, selector.read())
    reference = Reference(dut)
    tasks = [cocotb.start_soon(transactions(axi, draw, i, total // IDS)) for i in range(IDS)]
    for task in tasks:
        await task
    await ClockCycles(dut.clk, 500)
    assert reference.answered == total // IDS * IDS, f"{reference.answered} transactions"
    assert max(latency for _, _, latency in reference.bins) < 256, "a latency of more than 8 bits"
    dropped = await bus.read_dword(ISCR) & 1 << 10
    assert dropped == 0, "the monitor reports that packets were dropped"
    counted = collections.Counter()
    for part in range(0, 4096, 256):
        for i, packets in enumerate(await bus.read_dwords(BINS + 4 * part, 256), part):
            if packets:
                counted[i >> 11, i >> 8 & 7, i & 255] = packets
    print(f"{reference.answered} transactions, {len(reference.bins)} bins, latencies "
          f"{min(b[2] for b in reference.bins)} to {max(b[2] for b in reference.bins)}")
    assert counted == reference.bins, (f"{counted - reference.bins} too many,"
                                       f" {reference.bins - counted} missing")
