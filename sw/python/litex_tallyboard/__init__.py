# SPDX-License-Identifier: Apache-2.0
"""The SurfBoard core for LiteX: a slave on the bus of a SoC, without CSRs, with taps.

    from litex_tallyboard import Tap, add_tallyboard
    ...
    add_tallyboard(self, bus="wishbone", taps=[self.ethmac.core.source, Tap(axi, sender=16)])

A tap's source is a stream (fields data, last_be, error), an AXIInterface, an AXILiteInterface, a
Wishbone Interface, or a native port of LiteDRAM; anything else, and a stream with other fields, is
refused.
rtl/surfboard/CORE.md describes the core, rtl/tap/README.md the taps. All signals are in the clock
domain sys. Needs LiteX and migen.
"""
from __future__ import annotations

import os
from typing import Any, Iterable, NamedTuple, Optional

from migen import C, Cat, ClockSignal, Constant, Instance, Module, Mux, ResetSignal, Signal
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import axi, stream, wishbone

import tallyboard

PACKET = (("y", 5), ("x", 5), ("category", 4), ("words", 11), ("color", 6), ("rxtime", 44),
          ("txtime", 44), ("irq", 1), ("addr", 25), ("be", 4))
ENTRY = (("about", 64), ("packets", 32), ("dropped", 32), ("flags", 3))
MEMORY = (("req", 1), ("write", 1), ("addr", 24), ("be", 4), ("wdata", 32))
OBSERVED = (("arrive", 1), ("accept", 1), ("drop", 1), ("rxtime", 44), ("cat", 4), ("ext", 1),
            ("take", 1), ("done", 1))


class Tap(NamedTuple):
    """A tap with its options. sender: the number of the packets of a stream, or of id 0 of a bus;
    None: the next that is free. sideband: fields of a stream that are not data. depth_log2:
    2**depth_log2 outstanding requests of each id of a bus are measured. name: up to 8 characters,
    or 6 of an AXI bus or a port of LiteDRAM, for the table that the host reads; None: tap0, tap1,
    ... id_lsb: lowest bit of an AXI id that is in the sender, which has 10 bits at most."""
    source: Any
    sender: Optional[int] = None
    sideband: Iterable[str] = ()
    depth_log2: int = 2
    name: Optional[str] = None
    id_lsb: int = 0


def add_tallyboard(soc: Any, bus: str = "wishbone", taps: Iterable[Any] = (),
                   origin: Optional[int] = None, name: str = "tallyboard",
                   **parameters: Any) -> SurfBoard:
    """Adds the core to a SoC, as a slave of its bus at `origin` (None: where LiteX finds room),
    with taps, each a source or a Tap. Other parameters are those of SurfBoard. Returns the core,
    whose list `senders` has the range of senders of each tap."""
    log2 = max(18, 4 + max(parameters.get("hist_log2", 10), parameters.get("trace_log2", 10)))
    monitor = SurfBoard(soc.platform, bus=bus, **{
        "window_log2": log2, "clock_hz": int(soc.sys_clk_freq), **parameters})
    setattr(soc.submodules, name, monitor)
    soc.bus.add_slave(name, monitor.bus, monitor.region(origin))
    for tap in taps:
        monitor.tap(*(tap if isinstance(tap, Tap) else Tap(tap)))
    return monitor


def _verilog(name: str) -> str:
    """The file with a core and all taps that `make tools` generates."""
    path = os.path.join(tallyboard.prefix(), "share/tallyboard/python/verilog", name)
    if not os.path.exists(path):
        raise tallyboard.NotInstalled(f"{path} is missing: the SurfBoard is not installed")
    return path


class SurfBoard(Module):
    """hist_log2, trace_log2: memories of 2**n words; window_log2: bytes of the bus. clock_hz:
    frequency of sys, which the tools read from the core; 0: unknown. irq is a level; x_out is the
    external output."""

    def __init__(self, platform, bus="wishbone", hist_log2=10, trace_log2=10, revision=1,
                 window_log2=28, clock_hz=0):
        top = {"wishbone": "surf_wb", "axi-lite": "surf_axil"}.get(bus)
        if not top:
            raise ValueError(f"bus {bus!r}: wishbone or axi-lite is expected")
        platform.add_source(_verilog(f"{top}.v"))
        self.irq, self.x_out = Signal(), Signal()
        self.senders = []       # of each tap: the range of the senders of its packets
        self._ports = []        # of the taps: the signals of their packets
        self._table = []        # entries of the taps' table: name, signals
        self._clear, self._name = Signal(), None
        self._reset_n = Signal()
        self.comb += self._reset_n.eq(~ResetSignal())
        self._top, self._parameters = top, {
            "p_HIST_LOG2": hist_log2, "p_TRACE_LOG2": trace_log2, "p_BOARD_REV": revision,
            "p_WINDOW_LOG2": window_log2, "p_CLOCK_HZ": Constant(clock_hz, 32)}
        self._window = 1 << window_log2
        if bus == "wishbone":
            self.bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
            self._bus = {"i_wb_clk": ClockSignal(), "i_wb_rst": ResetSignal(),
                         "i_wb_adr": self.bus.adr[:26],
                         "i_wb_cyc": self.bus.cyc, "i_wb_stb": self.bus.stb, "i_wb_we": self.bus.we,
                         "i_wb_sel": self.bus.sel, "i_wb_dat_i": self.bus.dat_w,
                         "o_wb_dat_o": self.bus.dat_r, "o_wb_ack": self.bus.ack,
                         "o_wb_err": self.bus.err}
        else:
            self.bus = b = axi.AXILiteInterface(data_width=32, address_width=32)
            self._bus = {"i_aclk": ClockSignal(), "i_aresetn": self._reset_n,
                         "i_s_awprot": 0, "i_s_arprot": 0}
            for channel, way, names in (("aw", "i", ("addr", "valid")),
                                        ("w", "i", ("data", "strb", "valid")),
                                        ("ar", "i", ("addr", "valid")),
                                        ("b", "o", ("resp", "valid")),
                                        ("r", "o", ("data", "resp", "valid"))):
                back = {"i": "o", "o": "i"}[way]
                for name in names:
                    signal = getattr(getattr(b, channel), name)
                    self._bus[f"{way}_s_{channel}{name}"] = (
                        signal[:28] if name == "addr" else signal)
                self._bus[f"{back}_s_{channel}ready"] = getattr(b, channel).ready

    def region(self, origin):
        """The place of the core on the bus."""
        return SoCRegion(origin=origin, size=self._window, cached=False)

    def tap(self, source, sender=None, sideband=(), depth_log2=2, name=None, id_lsb=0):
        """Adds a tap to a source of any kind that the module knows."""
        self._name = name
        if isinstance(source, stream.Endpoint):
            self.tap_stream(source, sender, sideband)
        elif isinstance(source, (axi.AXIInterface, axi.AXILiteInterface)):
            self.tap_axi(source, sender, depth_log2, id_lsb)
        elif isinstance(source, wishbone.Interface):
            self.tap_wishbone(source, sender)
        elif all(hasattr(source, channel) for channel in ("cmd", "wdata", "rdata")):
            self.tap_dram(source, sender, depth_log2)
        else:
            raise TypeError(f"no tap for {type(source).__name__}: a stream, AXI, AXI-Lite,"
                            " Wishbone, or a native port of LiteDRAM is expected")

    def _packet(self, kind, parameters, inputs, lost_bits, sender):
        """Adds a tap, the Verilog module `kind`, and its entries of the table of the taps."""
        ids = 1 << (min(10, parameters["ID_BITS"] - parameters["SENDER_LSB"])
                    if kind == "axi_tap" else 0)
        if sender is None:      # ids are bits of the sender
            sender = -(-max((s.stop for s in self.senders), default=0) // ids) * ids
        if sender < 0 or sender % ids or sender + ids > 1024:
            raise ValueError(f"sender={sender}: a multiple of {ids} from 0 to {1024 - ids} is"
                             " expected")
        endings = {"rd_": " r", "wr_": " w"} if kind == "axi_tap" else {"": ""}
        called, longest = self._name or f"tap{len(self.senders)}", 8 - len(max(endings.values()))
        self._name = None
        if len(called) > longest or not called.isascii():
            raise ValueError(f"name={called!r}: {longest} characters at most")
        self.senders.append(range(sender, sender + ids))
        parameters["SENDER"] = Constant(sender, 10)
        counters = {}
        for prefix, ending in endings.items():
            entry = {signal: Signal(bits) for signal, bits in ENTRY}
            self._table.append((called + ending, entry))
            counters.update({f"o_{prefix}{signal}": s for signal, s in entry.items()})
        port = {name: Signal(bits) for name, bits in PACKET}
        port.update(valid=Signal(), ready=Signal(), lost=Signal(8))
        lost = Signal(lost_bits)
        self.comb += port["lost"].eq(lost)
        self._ports.append(port)
        self.specials += Instance(
            kind, **{f"p_{k}": v for k, v in parameters.items()},
            **{f"i_{k}": v for k, v in inputs.items()},
            **({} if kind == "wb_tap" else {"i_tap_rst_n": 1}),
            i_clk=ClockSignal(), i_rst_n=self._reset_n, i_bus_rst_n=self._reset_n,
            i_time_ext=C(0, 64), i_clear=self._clear, **counters,
            i_p_ready=port["ready"], o_p_valid=port["valid"], o_p_lost=lost,
            **{f"o_p_{name}": port[name] for name, _ in PACKET})

    def tap_stream(self, endpoint, sender=None, sideband=()):
        """Each frame of a LiteX stream is a packet: its bytes, and clocks from its first to its
        last beat.

        The bytes are those of the field `data`. `last_be` of the last beat has a 1 at the last byte
        of the frame, or is 0 if all bytes count. `error`, and the fields whose names are in
        `sideband`, are not counted. Any other layout is a ValueError."""
        fields = {field[0]: field[1] for field in endpoint.description.payload_layout}
        size = (fields["data"] // 8
                if isinstance(fields.get("data"), int) and fields["data"] % 8 == 0 else 0)
        if not 1 <= size <= 128:
            raise ValueError("tap_stream(): the stream has no field data of 1 to 128 bytes,"
                             f" only {', '.join(fields)}")
        unknown = set(fields) - {"data", "last_be", "error"} - set(sideband)
        if unknown:
            raise ValueError(f"tap_stream(): unknown fields {', '.join(sorted(unknown))}: name"
                             " those that are not data in sideband=(...)")
        if fields.get("last_be", size) != size:
            raise ValueError(f"tap_stream(): last_be has {fields['last_be']} bits for {size} bytes")
        keep = Signal(size, reset=(1 << size) - 1)
        if "last_be" in fields:
            ends = endpoint.last_be
            self.comb += keep.eq(Mux(endpoint.last & (ends != 0), (ends << 1) - 1, (1 << size) - 1))
        self._packet("axis_tap", {"DATA_BYTES": size, "ID_BITS": 1}, {
            "tvalid": endpoint.valid, "tready": endpoint.ready, "tlast": endpoint.last,
            "tdata": C(0, 8 * size), "tkeep": keep, "tid": C(0, 1),
            "tdest": C(0, 6), "tuser": C(0, 6)}, 1, sender)

    def tap_wishbone(self, bus, sender=None):
        """Each access is a packet with its latency; the color of writes is 1. LiteX has classic
        cycles of Wishbone only."""
        self._in_sys(bus)
        size = len(bus.dat_w) // 8
        words = getattr(bus, "addressing", "word") == "word"
        self._packet("wb_tap", {
            "ADR_BITS": len(bus.adr), "ADR_SHIFT": (size.bit_length() - 1) * words,
            "WORDS": max(1, size // 4)}, {
                "cyc": bus.cyc, "stb": bus.stb, "stall": 0, "we": bus.we, "adr": bus.adr,
                "ack": bus.ack, "err": bus.err, "rty": 0}, 2, sender)

    def tap_axi(self, bus, sender=None, depth_log2=2, id_lsb=0):
        """Each read and each write is a packet with its latency; the color of writes is 1.
        2**depth_log2 outstanding requests of each id are measured. Ids of more than 8 bits share
        tags, as rtl/tap/README.md says; the sender has the bits from id_lsb on, 10 at most."""
        lite = not hasattr(bus.ar, "len")
        ids = 1 if lite else max(1, len(bus.ar.id))
        inputs = {}
        for channel, answer in ("ar", "r"), ("aw", "b"):
            request, response = getattr(bus, channel), getattr(bus, answer)
            inputs.update({
                f"{channel}valid": request.valid, f"{channel}ready": request.ready,
                f"{channel}addr": request.addr,
                f"{answer}valid": response.valid, f"{answer}ready": response.ready,
                f"{answer}resp": response.resp[:2],
                f"{channel}id": C(0, 1) if lite else request.id,
                f"{answer}id": C(0, 1) if lite else response.id,
                f"{channel}len": C(0, 8) if lite else request.len,
                f"{channel}size": (C((len(bus.w.data) // 8).bit_length() - 1, 3) if lite
                                   else request.size[:3])})
        inputs["rlast"] = C(1, 1) if lite else bus.r.last
        self._requests(bus, ids, len(bus.ar.addr), inputs, sender, depth_log2, id_lsb)

    def tap_dram(self, port, sender=None, depth_log2=3):
        """Each command of a native port of LiteDRAM's crossbar is a packet with its latency: a read
        until its data comes, a write, whose color is 1, until its data is taken. Put no width
        converter between tap and crossbar: it takes data before the command."""
        size = (port.data_width // 8).bit_length() - 1
        inputs = {"rlast": 1}
        for channel, answer, chosen, data in (("ar", "r", ~port.cmd.we, port.rdata),
                                              ("aw", "b", port.cmd.we, port.wdata)):
            inputs.update({
                f"{channel}valid": port.cmd.valid & chosen, f"{channel}ready": port.cmd.ready,
                f"{channel}addr": Cat(C(0, size), port.cmd.addr, C(0, 12)),
                f"{answer}valid": data.valid, f"{answer}ready": data.ready,
                f"{answer}resp": C(0, 2), f"{channel}id": C(0, 1), f"{answer}id": C(0, 1),
                f"{channel}len": C(0, 8), f"{channel}size": C(size, 3)})
        self._requests(port, 1, size + len(port.cmd.addr) + 12, inputs, sender, depth_log2)

    @staticmethod
    def _in_sys(bus):
        domain = getattr(bus, "clock_domain", "sys")
        if domain != "sys":
            raise ValueError(f"the bus is in the clock domain {domain}, not in sys")

    def _requests(self, bus, ids, address, inputs, sender, depth_log2, id_lsb=0):
        """Adds an axi_tap with `ids` bits of id and `address` bits of address."""
        self._in_sys(bus)
        if ids > 32 or not 0 <= id_lsb < ids:
            raise ValueError(f"ids of {ids} bits, id_lsb={id_lsb}: a tap takes 32 bits of id")
        self._packet("axi_tap", {"ID_BITS": ids, "ADDR_BITS": address, "DEPTH_LOG2": depth_log2,
                                 "SENDER_LSB": id_lsb}, inputs, 8, sender)

    def do_finalize(self):
        if not self._ports:
            raise ValueError("SurfBoard: it has no tap")
        port = self._ports[0]
        if len(self._ports) > 1:
            port = {name: Signal(bits)
                    for name, bits in PACKET + (("valid", 1), ("ready", 1), ("lost", 8))}
            taps = {name: Cat(*(p[name] for p in self._ports)) for name in port if name != "ready"}
            ready = Signal(len(self._ports))
            self.comb += [p["ready"].eq(ready[i]) for i, p in enumerate(self._ports)]
            self.specials += Instance(
                "tap_mux", p_N=len(self._ports), i_clk=ClockSignal(), i_rst_n=self._reset_n,
                o_t_ready=ready, i_p_ready=port["ready"],
                **{f"i_t_{name}": bits for name, bits in taps.items()},
                **{f"o_p_{name}": port[name] for name in port if name != "ready"})
        if len(self._table) > 15:
            raise ValueError(f"the taps have {len(self._table)} entries in the table; 15 fit")
        address, word = Signal(7), Signal(32)
        self.specials += Instance(
            "tap_table", p_N=len(self._table),
            p_NAMES="".join(f"{name:8}" for name, _ in reversed(self._table)),
            i_addr=address, o_rdata=word,
            **{f"i_{signal}": Cat(*(entry[signal] for _, entry in self._table))
               for signal, _ in ENTRY})
        nowhere = {f"o_{kind}_{name}": Signal(bits) for kind, names in
                   (("tm", MEMORY), ("hm", MEMORY), ("obs", OBSERVED)) for name, bits in names}
        self.specials += Instance(
            self._top, **self._parameters, **self._bus, **nowhere, i_clk=0, o_irq=self.irq,
            o_x_out_oe=self.x_out, o_p_ready=port["ready"],
            **{f"i_p_{name}": port[name] for name in port if name != "ready"}, i_time_wrapped=0,
            i_x_in=1, p_TAPS=1, o_tap_addr=address, i_tap_rdata=word, o_tap_clear=self._clear,
            i_tm_ack=0, i_tm_rdata=C(0, 32), i_hm_ack=0, i_hm_rdata=C(0, 32), i_ph_valid=0,
            i_ph_data=C(0, 8))
