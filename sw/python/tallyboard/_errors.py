# SPDX-License-Identifier: Apache-2.0
"""The exception of all errors that the C libraries report."""
from __future__ import annotations


class Error(OSError):
    """An error of a C library: `errno` is its errno value (positive), `strerror` its message."""

    def __str__(self) -> str:
        return str(self.strerror)
