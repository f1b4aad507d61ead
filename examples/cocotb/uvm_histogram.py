# SPDX-License-Identifier: Apache-2.0
"""The same as histogram.py with pyuvm: a driver sends packets into surf_axil, and a scoreboard
compares the histogram, which the package tallyboard reads, with its golden model."""
import collections
import random

import cocotb
import pyuvm
import tallyboard.cocotb
from cocotb.triggers import ClockCycles
from pyuvm import (ConfigDB, uvm_analysis_port, uvm_driver, uvm_env, uvm_sequence,
                   uvm_sequence_item, uvm_sequencer, uvm_subscriber, uvm_test)

from histogram import begin, send


class Packet(uvm_sequence_item):
    """A packet of some words."""
    words = 0


class Packets(uvm_sequence):
    """Packets of random sizes."""

    async def body(self):
        for _ in range(200):
            packet = Packet("packet")
            await self.start_item(packet)
            packet.words = random.randint(1, 40)
            await self.finish_item(packet)


class Driver(uvm_driver):
    """Sends packets, and tells them to the scoreboard."""

    def build_phase(self):
        self.sent = uvm_analysis_port("sent", self)

    async def run_phase(self):
        while True:
            packet = await self.seq_item_port.get_next_item()
            await send(cocotb.top, packet.words)
            self.sent.write(packet)
            self.seq_item_port.item_done()


class Scoreboard(uvm_subscriber):
    """Counts in the bin that the golden model of the bin selector gives."""

    def build_phase(self):
        super().build_phase()
        self.expected = collections.Counter()

    def write(self, packet):
        board = ConfigDB().get(self, "", "BOARD")
        self.expected[board.bin_of(size=packet.words)] += 1


class Env(uvm_env):
    """Sequencer, driver and scoreboard."""

    def build_phase(self):
        self.sequencer = uvm_sequencer("sequencer", self)
        self.driver = Driver("driver", self)
        self.scoreboard = Scoreboard("scoreboard", self)

    def connect_phase(self):
        self.driver.seq_item_port.connect(self.sequencer.seq_item_export)
        self.driver.sent.connect(self.scoreboard.analysis_export)


@pyuvm.test()
class HistogramOfSizes(uvm_test):
    """Each bin has the number of packets that the scoreboard expects."""

    def build_phase(self):
        self.env = Env("env", self)

    async def run_phase(self):
        self.raise_objection()
        dut = cocotb.top
        board = await begin(dut)
        ConfigDB().set(None, "*", "BOARD", board)
        await Packets("packets").start(self.env.sequencer)
        await ClockCycles(dut.aclk, 20)
        bins = await tallyboard.cocotb.bins(board)
        counts = dict(zip(bins["bin"].tolist(), bins["count"].tolist()))
        assert counts == self.env.scoreboard.expected and sum(counts.values()) == 200
        self.drop_objection()
