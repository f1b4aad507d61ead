# SPDX-License-Identifier: Apache-2.0
"""Registers and fields of a board as attributes, from the board's register table."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Dict, Iterator, NamedTuple

if TYPE_CHECKING:
    from ._boards import Board


class Field(NamedTuple):
    """A field of a register: bits @msb..@lsb. @access: RW, RO, WO, W1C (write 1 to clear) or W1S
    (write 1 to set)."""
    name: str
    msb: int
    lsb: int
    access: str
    text: str

    @property
    def mask(self) -> int:
        """The bits of the field in the register."""
        return (1 << (self.msb + 1)) - (1 << self.lsb)

    def get(self, value: int) -> int:
        """The value of the field in the register value @value."""
        return (value & self.mask) >> self.lsb


class Register:
    """A register of a board. int(register) and `value` read it, `value = N` writes it; each
    field is an attribute. Writing a field reads the register and writes it back as one atomic
    operation: other RW fields keep their value, the others get 0, which changes nothing."""
    __slots__ = ("_board", "_row", "_fields")

    def __init__(self, board: "Board", row: Dict[str, Any]) -> None:
        object.__setattr__(self, "_board", board)
        object.__setattr__(self, "_row", row)
        object.__setattr__(self, "_fields", {f["name"]: Field(**f) for f in row["fields"]})

    name = property(lambda self: self._row["name"], doc="Name in the board's documents.")
    offset = property(lambda self: self._row["offset"], doc="Offset in bytes in its space.")
    space = property(lambda self: self._row["space"], doc="Address space: MMIO, SLOT, ...")
    reset = property(lambda self: self._row["reset"], doc="Value after reset.")
    text = property(lambda self: self._row["text"], doc="What it is, one line.")
    fields = property(lambda self: dict(self._fields), doc="Fields by name.")

    @property
    def value(self) -> int:
        """The 32-bit value; a read may have an effect, see the board's documents."""
        value: int = self._board.read_register(self._row)
        return value

    @value.setter
    def value(self, value: int) -> None:
        value = operator.index(value)       # 1.5 is an error, not 1
        if not 0 <= value < 1 << 32:
            raise ValueError(f"{self.name} = {value:#x}: a register has 32 bits")
        self._board.write_register(self._row, value)

    def set(self, **fields: int) -> None:
        """Writes several fields with one write: board.HTCR.set(HEN=1, TEN=1)."""
        value = 0
        with self._board.hold():
            if any(f.access == "RW" and f.name not in fields for f in self._fields.values()):
                value = self.value
            for field in self._fields.values():
                if field.access != "RW" or field.name in fields:
                    value &= ~field.mask
            for name, number in fields.items():
                if name not in self._fields:
                    raise AttributeError(
                        f"{self.name} has no field {name}: {', '.join(self._fields)}")
                field, number = self._fields[name], operator.index(number)
                if field.access == "RO":
                    raise AttributeError(f"{self.name}.{name} is read only")
                if not 0 <= number <= field.mask >> field.lsb:
                    raise ValueError(
                        f"{self.name}.{name} = {number}: bits {field.msb}..{field.lsb}")
                value |= number << field.lsb
            self.value = value

    def __int__(self) -> int:
        return self.value

    __index__ = __int__

    def __getattr__(self, name: str) -> int:
        if name.startswith("_") or name not in self._fields:
            raise AttributeError(f"{self.name} has no field {name}: {', '.join(self._fields)}")
        field: Field = self._fields[name]
        return field.get(self.value)

    def __setattr__(self, name: str, value: int) -> None:
        if name == "value":
            Register.value.fset(self, value)  # type: ignore[attr-defined]
        else:
            self.set(**{name: value})

    def __iter__(self) -> Iterator[Field]:
        return iter(self._fields.values())

    def __dir__(self) -> Any:
        return list(super().__dir__()) + list(self._fields)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.text}>"

    def __str__(self) -> str:
        value = self.value
        lines = [f"{self.name} = {value:08X}  {self.text}"]
        for f in self:
            lines.append(f"  {f.name:8} {f.get(value):8X}  {f.access:3}  {f.text}")
        return "\n".join(lines)

    def describe(self) -> str:
        """What the register and its fields are, from the register table."""
        lines = [f"{self.name}: {self.text}"]
        for f in self:
            bits = f"{f.msb}..{f.lsb}" if f.msb != f.lsb else f"{f.msb}"
            lines.append(f"  {f.name:8} {bits:>6}  {f.access:3}  {f.text}")
        return "\n".join(lines)
