# SPDX-License-Identifier: Apache-2.0
"""Results as numpy arrays that know their units and what was lost."""
from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np


class Table(np.ndarray):
    """A numpy array with `units`, the unit of each column by name (of an array without columns,
    under ""), and `info`: what else is known, such as losses. Parts of a table keep both."""
    units: Dict[str, str]
    info: Dict[str, Any]

    def __new__(cls, values: Any, units: Optional[Dict[str, str]] = None,
                **info: Any) -> "Table":
        table = np.asarray(values).view(cls)
        table.units = dict(units or {})
        table.info = info
        return table

    def __array_finalize__(self, other: Any) -> None:
        if other is not None:
            self.units = getattr(other, "units", {})
            self.info = getattr(other, "info", {})

    def frame(self) -> Any:
        """The columns as a pandas data frame, with units and info in its attrs. Needs pandas."""
        import pandas  # pylint: disable=import-outside-toplevel
        names = self.dtype.names
        data = {n: np.asarray(self[n]) for n in names} if names else {"value": np.asarray(self)}
        frame = pandas.DataFrame(data)
        frame.attrs.update(units=self.units, **self.info)
        return frame
