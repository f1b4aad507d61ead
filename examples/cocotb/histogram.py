# SPDX-License-Identifier: Apache-2.0
"""Packets of random sizes into surf_axil; their histogram, read by the driver of the package
tallyboard over AXI4-Lite, must equal the golden model of the package bin by bin."""
import collections
import logging
import pathlib
import random

import cocotb
import tallyboard.cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiLiteBus, AxiLiteMaster

UNUSED = ("clk", "p_y", "p_x", "p_color", "p_rxtime", "p_txtime", "p_irq", "p_addr", "p_be",
          "p_lost", "tap_rdata", "tm_ack", "tm_rdata", "hm_ack", "hm_rdata", "ph_valid", "ph_data")
SELECTOR = pathlib.Path(__file__).parents[2] / "fpga-configs/category-size.bsel"


async def begin(dut):
    """Resets the core; returns the driver, which has configured it."""
    for name in UNUSED + ("aresetn", "p_valid", "p_category", "time_wrapped"):
        getattr(dut, name).value = 0
    dut.x_in.value = 1  # the external input is not pulled low
    Clock(dut.aclk, 10, "ns").start()
    bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s"), dut.aclk, dut.aresetn,
                        reset_active_level=False)
    logging.getLogger("cocotb.surf_axil.s").setLevel("WARNING")
    await ClockCycles(dut.aclk, 5)
    dut.aresetn.value = 1
    board = await tallyboard.cocotb.open_core(bus)
    await tallyboard.cocotb.configure(board, SELECTOR)  # bin = category, size
    return board


async def send(dut, words):
    """A packet, which takes 4 clocks."""
    dut.p_words.value, dut.p_valid.value = words, 1
    await ClockCycles(dut.aclk, 1)
    dut.p_valid.value = 0
    await ClockCycles(dut.aclk, 3)


@cocotb.test()
async def histogram_of_sizes(dut):
    """Each bin has the number of packets that the model of the bin selector puts there."""
    board = await begin(dut)
    expected = collections.Counter()
    for _ in range(500):
        words = random.randint(1, 40)
        expected[board.bin_of(size=words)] += 1
        await send(dut, words)
    await ClockCycles(dut.aclk, 20)
    bins = await tallyboard.cocotb.bins(board)  # the histogram with one call
    counts = dict(zip(bins["bin"].tolist(), bins["count"].tolist()))
    cocotb.log.info("bin: packets  %s", counts)
    assert counts == expected
