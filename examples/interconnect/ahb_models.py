# SPDX-License-Identifier: Apache-2.0
"""ahb_tap on the AHB-Lite master and memory of cocotbext-ahb: bursts of transfers of any size, with
waits, errors of addresses outside the memory, and resets of the bus. A model that follows the pins
says what each packet must be; those reported and those counted as lost must be all."""
import collections
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.ahb import AHBBus, AHBLiteMaster, AHBLiteSlaveRAM

MEMORY = 1024   # bytes; an address behind them is an error
counts = collections.Counter()
expected = collections.deque()


async def follow(dut):
    """Compares the packets with the transfers on the pins."""
    transfer = offset = None
    clocks = 0
    while True:
        await RisingEdge(dut.clk)
        clocks += 1
        counts["lost"] += int(dut.p_lost.value)
        if dut.p_valid.value == 1:
            packet = [int(pin.value) for pin in
                      (dut.p_rxtime, dut.p_txtime, dut.p_color, dut.p_addr, dut.p_words)]
            end, begin, color, address, size = expected.popleft()
            offset = packet[0] - end if offset is None else offset
            wanted = [end + offset, begin + offset, color, address >> 2, size + 3 >> 2]
            assert packet == wanted, f"clock {clocks}: {packet}, not {wanted}"
            counts["reported" if dut.p_ready.value == 1 else "refused"] += 1
            counts["errors"] += color > 1
            counts["waits"] += end - begin > 1
        if dut.bus_rst_n.value == 0:
            counts["ends"] += transfer is not None
            transfer = None
        elif dut.hready.value == 1:
            if transfer:
                expected.append((clocks, transfer[0], transfer[1] | int(dut.hresp.value) << 1,
                                 transfer[2], transfer[3]))
                counts["ends"] += 1
            transfer = None
            if int(dut.htrans.value) & 2:
                transfer = (clocks, int(dut.hwrite.value), int(dut.haddr.value),
                            1 << int(dut.hsize.value))


@cocotb.test()
async def transfers(dut):
    """As many as TRANSACTIONS says, and more until the last burst has ended."""
    most, draw = int(os.environ["TRANSACTIONS"]), random.Random(int(os.environ["SEED"] or 1))
    for pin in (dut.rst_n, dut.bus_rst_n, dut.htrans, dut.hwrite, dut.haddr, dut.hsize,
                dut.hwdata, dut.hrdata, dut.hresp):
        pin.value = 0
    dut.hready.value = 1
    dut.p_ready.value = 1
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    await RisingEdge(dut.clk)
    bus = AHBBus.from_entity(dut)
    master = AHBLiteMaster(bus, dut.clk, dut.bus_rst_n, timeout=1000)
    pace = iter(lambda: draw.random() < 0.6, None)
    memory = AHBLiteSlaveRAM(bus, dut.clk, dut.bus_rst_n, bp=pace, mem_size=MEMORY)
    memory.log.setLevel("ERROR")    # or it warns in each clock of a reset
    await ClockCycles(dut.clk, 8)
    dut.rst_n.value = 1
    dut.bus_rst_n.value = 1
    cocotb.start_soon(follow(dut))
    await ClockCycles(dut.clk, 8)
    while counts["ends"] < most:
        sizes = [1 << draw.randrange(3) for _ in range(draw.randrange(1, 20))]
        places = [draw.randrange(MEMORY + MEMORY // 16) // size * size for size in sizes]
        pipelined = draw.random() < 0.7
        if draw.random() < 0.5:
            await master.write(places, [draw.getrandbits(32) for _ in sizes], sizes, pip=pipelined)
        else:
            await master.read(places, sizes, pip=pipelined)
        if counts["ends"] > most / 2:
            dut.p_ready.value = draw.randrange(4) > 0
        if draw.random() < 0.02:
            # with a transfer in progress
            burst = cocotb.start_soon(master.read([0, 4, 8], pip=True))
            await ClockCycles(dut.clk, draw.randrange(1, 4))
            burst.cancel()
            dut.bus_rst_n.value = 0
            dut.htrans.value = 0
            counts["resets"] += 1
            await ClockCycles(dut.clk, 8)
            dut.bus_rst_n.value = 1
            await ClockCycles(dut.clk, 4)
    dut.p_ready.value = 1
    await ClockCycles(dut.clk, 20)
    assert not expected, f"{len(expected)} packets are missing"
    assert int(dut.frames.value) == int(dut.packets.value) + int(dut.dropped.value) == \
        counts["ends"] == counts["reported"] + counts["refused"] + counts["lost"]
    assert all(counts[what] for what in ("refused", "errors", "waits", "resets", "lost"))
    print(f"{counts['ends']} transfers: {counts['reported']} reported, "
          f"{counts['refused'] + counts['lost']} counted as lost; {counts['errors']} with error, "
          f"{counts['waits']} with waits, {counts['resets']} resets of the bus", flush=True)
