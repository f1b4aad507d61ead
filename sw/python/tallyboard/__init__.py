# SPDX-License-Identifier: Apache-2.0
"""Tallyboard's performance monitors from Python.

    import tallyboard

    with tallyboard.open("surfboard") as board:         # simulated, in this process
        board.HTCR.WEN = 1                              # count words
        board.command("generate count=100 words=1-8")
        board.run(200)                                  # 200 us of the board's time
        print(int(board.WCDR), "words")

The package calls the C libraries that `make install` or `make tools` made: it contains no second
implementation of a register or of a file format. Errors are exceptions (tallyboard.Error) with the
message of the C library. Times are in the unit that the name or the docstring gives.
"""
from ._boards import (BOARDS, Board, Device, open,  # pylint: disable=redefined-builtin
                      open_device, probe)
from ._errors import Error
from ._files import (CHUNK, Events, EventType, Finding, Findings, event_chunks, histogram_chunks,
                     hits, mean_wait, pages, read_counters, read_events, read_histogram,
                     read_samples, read_trace, sample_chunks, sharing, trace_chunks)
from ._library import NotInstalled, Library, library, prefix
from ._registers import Field, Register
from ._tables import Table

__all__ = ["BOARDS", "Board", "CHUNK", "Device", "Error", "EventType", "Events", "Field", "Finding",
           "Findings", "Library", "NotInstalled", "Register", "Table", "event_chunks",
           "histogram_chunks", "hits", "library", "mean_wait", "open", "open_device", "pages",
           "prefix", "probe", "read_counters", "read_events", "read_histogram", "read_samples",
           "read_trace", "sample_chunks", "sharing", "trace_chunks"]
