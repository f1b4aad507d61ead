# SPDX-License-Identifier: Apache-2.0
"""Runs histogram.py and uvm_histogram.py on surf_axil with Icarus Verilog; exit status 1: a test
failed."""
import pathlib
import sys
from cocotb_tools.runner import get_results, get_runner

root = pathlib.Path(__file__).resolve().parents[2]
out = root / "build/examples/cocotb"
sys.path.insert(0, str(root / "sw/python"))  # the test gets this path, too
simulator = get_runner("icarus")
simulator.build(
    sources=[root / f for f in (root / "build/gen/surf_axil.files").read_text().split()],
    includes=[root / "build/include"], hdl_toplevel="surf_axil", build_dir=out,
    build_args=["-g2005"], timescale=("1ns", "1ps"), always=True)
results = simulator.test(
    hdl_toplevel="surf_axil", test_module=["histogram", "uvm_histogram"], build_dir=out,
    test_dir=root / "examples/cocotb", results_xml=str(out / "results.xml"),
    extra_env={"PYTHONDONTWRITEBYTECODE": "1", "TALLYBOARD": str(root / "build")})
tests, failed = get_results(results)
sys.exit(tests != 2 or failed > 0)
