# SPDX-License-Identifier: Apache-2.0
"""Packets of random sizes into surf_axil; their histogram, read over AXI4-Lite, must be exact."""
import collections, logging, pathlib, random
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiLiteBus, AxiLiteMaster

EBCR, FCCR, FCDR, HTCR, BINS = 0xC84, 0x10000, 0x10004, 0x10020, 0xC000000  # rtl/surfboard/CORE.md
# bin = category, size
SELECTOR = pathlib.Path(__file__).parents[2] / "fpga-configs/category-size.bit"


@cocotb.test()
async def histogram_of_sizes(dut):
    dut.aresetn.value = dut.p_valid.value = dut.p_category.value = dut.time_wrapped.value = 0
    Clock(dut.aclk, 10, "ns").start()
    bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s"), dut.aclk, dut.aresetn,
                        reset_active_level=False)
    logging.getLogger("cocotb.surf_axil.s").setLevel("WARNING")
    await ClockCycles(dut.aclk, 5)
    dut.aresetn.value = 1
    for register, value in (EBCR, 1), (FCCR, 1), (FCCR, 0):  # on; the bin selector is emptied
        await bus.write_dword(register, value)
    while await bus.read_dword(FCCR) & 4:  # it is clearing
        pass
    for byte in SELECTOR.read_bytes() + b"\xff":  # its stream, and four clocks more
        for bit in range(7, -1, -1):
            await bus.write_dword(FCDR, byte >> bit & 1)
    assert await bus.read_dword(FCCR) & 15 == 8, "the bin selector is not configured"
    await bus.write(BINS, bytes(4096))
    await bus.write_dword(HTCR, 2)  # histogram on
    sizes = [random.randint(1, 40) for _ in range(500)]
    for words in sizes:  # a packet every 4 clocks
        dut.p_words.value, dut.p_valid.value = words, 1
        await ClockCycles(dut.aclk, 1)
        dut.p_valid.value = 0
        await ClockCycles(dut.aclk, 3)
    await ClockCycles(dut.aclk, 20)
    bins = await bus.read_dwords(BINS, 1024)
    counts = {size: packets for size, packets in enumerate(bins) if packets}
    cocotb.log.info("size: packets  %s", counts)
    assert counts == collections.Counter(sizes)
