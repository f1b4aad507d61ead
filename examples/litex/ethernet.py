# SPDX-License-Identifier: Apache-2.0
"""A tap on each side of LiteEth's MAC: frames pass through it, a loop in the place of the PHY, and
the MAC again. run.py simulates it."""
from migen import Array, ClockDomain, ClockSignal, If, Module, ResetSignal, Signal

from liteeth.common import eth_phy_description
from liteeth.mac.core import LiteEthMACCore
from litex.soc.interconnect import stream
from litex_tallyboard import Tap

WIDTH = 64                                          # bits of the MAC's streams
LENGTHS = (57, 60, 61, 64, 65, 68, 69, 72, 513)     # bytes of the frames
SHORTEST = 60                                       # the MAC fills shorter frames up


class LoopPHY(Module):
    """Sends back what it is sent. No preamble is lost, and no byte damaged."""
    dw = 8

    def __init__(self):
        self.sink = self.source = stream.Endpoint(eth_phy_description(8))
        self.clock_domains.cd_eth_tx = ClockDomain()
        self.clock_domains.cd_eth_rx = ClockDomain()
        for domain in self.cd_eth_tx, self.cd_eth_rx:
            self.comb += [domain.clk.eq(ClockSignal()), domain.rst.eq(ResetSignal())]


class Frames(Module):
    """From the rising edge of go on the frames of LENGTHS, back to back."""

    def __init__(self, go):
        self.source = source = stream.Endpoint(eth_phy_description(WIDTH))
        beat, frame, size = Signal(16), Signal(max=len(LENGTHS) + 1), WIDTH // 8
        lasts = Array(-(-n // size) - 1 for n in LENGTHS)
        ends = Array(1 << (n - 1) % size for n in LENGTHS)
        self.comb += [source.valid.eq(go & (frame < len(LENGTHS))), source.data.eq(beat),
                      source.last.eq(beat == lasts[frame]),
                      If(source.last, source.last_be.eq(ends[frame]))]
        self.sync += If(source.valid & source.ready,
                        beat.eq(beat + 1),
                        If(source.last, beat.eq(0), frame.eq(frame + 1)))


class Loop:
    def __init__(self, soc):
        self.go = Signal()
        soc.submodules.phy = phy = LoopPHY()
        soc.submodules.mac = mac = LiteEthMACCore(phy, WIDTH)
        soc.submodules.frames = frames = Frames(self.go)
        soc.comb += [frames.source.connect(mac.sink), mac.source.ready.eq(1)]
        self.taps = [Tap(mac.sink, name="sent"), Tap(mac.source, name="received")]
        self.names = ["sent", "received"]
        self.packets, self.registers = 2 * len(LENGTHS), ()

    def differs(self, monitor, entries):
        """What is wrong, or None."""
        sent, received = ([e.words for e in entries if e.sender in senders]
                          for senders in monitor.senders)
        if (sent != [-(-n // 4) for n in LENGTHS] or
                received != [-(-max(n, SHORTEST) // 4) for n in LENGTHS]):
            return f"words sent {sent}, received {received}"
        return None
