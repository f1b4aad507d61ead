# SPDX-License-Identifier: Apache-2.0
"""For testbenches with cocotb 2, or pyuvm on it: the core of the SurfBoard in your design.

    board = await tallyboard.cocotb.open_core(AxiLiteMaster(...))
    await tallyboard.cocotb.configure(board, "bin[9:0] = size")
    ...                                                 # your traffic
    bins = await tallyboard.cocotb.bins(board)          # the histogram with one call

The driver of the core runs in a thread, because it waits for the bus: other functions of the board
are called through cocotb.task.bridge(), as `await bridge(board.losses)()`. What needs no bus, such
as board.bin_of(), the golden model of the bin selector, is called directly.
"""
from __future__ import annotations

import errno
import os
from typing import Any, Union

from cocotb.task import bridge, resume

from . import _boards
from ._tables import Table


def _answered(answer: Any, address: int) -> Any:
    """The answer of the bus, unless it is an error: SLVERR or DECERR of AXI."""
    if int(getattr(answer, "resp", 0)) >= 2:
        raise OSError(errno.EIO, f"the bus answers with an error at {address:#x}")
    return answer


async def open_core(bus: Any, base: int = 0) -> Any:
    """The core whose registers are at address @base of @bus, which has the functions read(address,
    bytes) and write(address, data) of the AxiLiteMaster of cocotbext-axi. The reset is over. An
    access to which the bus answers with an error fails with EIO."""
    @resume
    async def read(_: str, address: int, width: int) -> int:
        answer = _answered(await bus.read(base + address, width // 8), base + address)
        return int.from_bytes(answer.data, "little")

    @resume
    async def write(_: str, address: int, width: int, value: int) -> None:
        _answered(await bus.write(base + address, value.to_bytes(width // 8, "little")),
                  base + address)

    return await bridge(_boards.open_device)("surfboard", read, write)


def _configure(board: Any, source: Union[str, "os.PathLike[str]"]) -> None:
    board.configure(source)
    board.clear()
    board.HTCR.set(FRS=0, HEN=1)


async def configure(board: Any, source: Union[str, "os.PathLike[str]"]) -> None:
    """Configures the bin selector, clears the bins, and lets the core count. @source as for
    SurfBoard.configure()."""
    await bridge(_configure)(board, source)


async def bins(board: Any) -> Table:
    """The histogram, as SurfBoard.bins(), while the core counts on."""
    table: Table = await bridge(board.bins)()
    return table
