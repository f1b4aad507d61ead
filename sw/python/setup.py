# SPDX-License-Identifier: Apache-2.0
"""Installs the package, and records where the libraries are; without libraries there is an
error. Nothing is written into the sources: `make install` may have made them read-only."""
import importlib.util
import os
import sys
import tempfile

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("find", os.path.join(HERE, "tallyboard/_find.py"))
find = importlib.util.module_from_spec(spec)
spec.loader.exec_module(find)


class Build(build_py):
    """Copies the package, with a file that names the prefix of the libraries."""

    def run(self):
        prefix = find.find()
        if not prefix:
            sys.exit(f"tallyboard: {find.MISSING}")
        super().run()
        with open(os.path.join(self.build_lib, "tallyboard/_prefix.py"), "w",
                  encoding="utf-8") as file:
            file.write(f'"""Written by setup.py."""\nPREFIX = {prefix!r}\n')


def version():
    """That of the sources or of the installation."""
    for name in ("VERSION", "../VERSION", "../../VERSION"):
        path = os.path.join(HERE, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return file.read().strip()
    return "0"


work = tempfile.mkdtemp()
setup(version=version(), cmdclass={"build_py": Build},
      options={"build": {"build_base": work}, "egg_info": {"egg_base": work}})
