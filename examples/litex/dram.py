# SPDX-License-Identifier: Apache-2.0
"""Taps on two native ports of LiteDRAM: a DMA writes and another one reads. run.py simulates it and
compares the sums of the latencies with those that the design itself adds up."""
from migen import If, Module, Signal

from litedram.core import LiteDRAMCore
from litedram.frontend.dma import LiteDRAMDMAReader, LiteDRAMDMAWriter
from litedram.modules import MT48LC4M16
from litedram.phy.model import SDRAMPHYModel
from litex.soc.interconnect.csr import AutoCSR, CSRStatus

COMMANDS, STRIDE = 24, 200  # of each DMA; distance of their addresses, so that rows change


class Sum(Module, AutoCSR):
    """Clocks from requests to answers, summed: less the time of each request, plus the time of
    each answer."""

    def __init__(self, clock, request, answer):
        self.clocks = CSRStatus(32)
        total = self.clocks.status
        self.sync += If(request & ~answer, total.eq(total - clock)).Elif(
            answer & ~request, total.eq(total + clock))


class Ports:
    def __init__(self, soc):
        self.go = go = Signal()
        module = MT48LC4M16(soc.sys_clk_freq, "1:1")
        soc.submodules.ddrphy = phy = SDRAMPHYModel(
            module, data_width=16, clk_freq=soc.sys_clk_freq)
        soc.submodules.sdram = core = LiteDRAMCore(
            phy, module.geom_settings, module.timing_settings, soc.sys_clk_freq)
        writes, reads = core.crossbar.get_port("write"), core.crossbar.get_port("read")
        soc.submodules.writer = writer = LiteDRAMDMAWriter(writes)
        soc.submodules.reader = reader = LiteDRAMDMAReader(reads)
        clock = Signal(32)
        soc.sync += clock.eq(clock + 1)
        for sink in writer.sink, reader.sink:
            # a command each eighth clock, for the rate of the core
            started, gap = Signal(max=COMMANDS + 1), Signal(3)
            soc.comb += [sink.valid.eq(go & (started < COMMANDS) & (gap == 0)),
                         sink.address.eq(started * STRIDE)]
            soc.sync += [If(sink.valid & sink.ready, started.eq(started + 1)),
                         If(go & ((gap != 0) | sink.ready), gap.eq(gap + 1))]
        soc.comb += reader.source.ready.eq(1)
        for name, port, data in ("written", writes, writes.wdata), ("fetched", reads, reads.rdata):
            setattr(soc.submodules, name, Sum(clock, port.cmd.valid & port.cmd.ready,
                                              data.valid & data.ready))
        self.taps = [writes, reads]
        self.names = ["tap0 r", "tap0 w", "tap1 r", "tap1 w"]
        self.packets = 2 * COMMANDS
        self.registers = "written", "fetched"     # modules, whose first register is read

    def differs(self, monitor, entries, *sums):
        """What is wrong, or None."""
        # a tap gives writes color 1 and reads color 0
        for total, senders, color in zip(sums, monitor.senders, (1, 0)):
            latencies = [e.latency for e in entries if e.sender in senders and e.color == color]
            if len(latencies) != COMMANDS or sum(latencies) != total or min(latencies) < 1:
                return f"{latencies}: the sum is {sum(latencies)}, not {total}"
            print(f"  latencies of color {color}: {sorted(set(latencies))}")
        return None
