# SPDX-License-Identifier: Apache-2.0
"""Packets of random sizes into surf_axil; their histogram, read by the driver of the package
tallyboard over AXI4-Lite, must be exact."""
import collections
import logging
import pathlib
import random

import cocotb
import tallyboard
from cocotb.clock import Clock
from cocotb.task import bridge, resume
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiLiteBus, AxiLiteMaster

UNUSED = ("clk", "p_y", "p_x", "p_color", "p_rxtime", "p_txtime", "p_irq", "p_addr", "p_be",
          "p_lost", "tap_rdata", "tm_ack", "tm_rdata", "hm_ack", "hm_rdata")
SELECTOR = pathlib.Path(__file__).parents[2] / "fpga-configs/category-size.bsel"


def open_core(bus):
    """The core behind an AxiLiteMaster. Its driver runs in a thread: call it in functions with
    @bridge."""
    @resume
    async def read(_, address, width):
        return int.from_bytes((await bus.read(address, width // 8)).data, "little")

    @resume
    async def write(_, address, width, value):
        await bus.write(address, value.to_bytes(width // 8, "little"))

    return tallyboard.open_device("surfboard", read, write)


@cocotb.test()
async def histogram_of_sizes(dut):
    """Each bin has the number of packets of its size."""
    for name in UNUSED + ("aresetn", "p_valid", "p_category", "time_wrapped"):
        getattr(dut, name).value = 0
    dut.x_in.value = 1  # the external input is not pulled low
    Clock(dut.aclk, 10, "ns").start()
    bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s"), dut.aclk, dut.aresetn,
                        reset_active_level=False)
    logging.getLogger("cocotb.surf_axil.s").setLevel("WARNING")
    await ClockCycles(dut.aclk, 5)
    dut.aresetn.value = 1

    @bridge
    def begin():
        board = open_core(bus)
        board.configure(SELECTOR)  # bin = category, size
        board.PutHMem(0, bytes(4096))
        board.HTCR = 2  # histogram on
        return board

    board = await begin()
    sizes = [random.randint(1, 40) for _ in range(500)]
    for words in sizes:  # a packet every 4 clocks
        dut.p_words.value, dut.p_valid.value = words, 1
        await ClockCycles(dut.aclk, 1)
        dut.p_valid.value = 0
        await ClockCycles(dut.aclk, 3)
    await ClockCycles(dut.aclk, 20)
    bins = await bridge(board.bins)()  # the histogram with one call
    counts = dict(zip(bins["size"].tolist(), bins["count"].tolist()))
    cocotb.log.info("size: packets  %s", counts)
    assert counts == collections.Counter(sizes)
