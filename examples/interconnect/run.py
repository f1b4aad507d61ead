# SPDX-License-Identifier: Apache-2.0
"""Runs interconnect.py with Icarus Verilog; exit status 1: it failed.

    run.py VERILOG-AXI TRANSACTIONS SEED

VERILOG-AXI is a clone of github.com/alexforencich/verilog-axi.
"""
import pathlib
import subprocess
import sys
from cocotb_tools.runner import get_results, get_runner

root = pathlib.Path(__file__).resolve().parents[2]
axi = pathlib.Path(sys.argv[1]).resolve() / "rtl"
out = root / "build/examples/interconnect"
if not (axi / "axi_crossbar.v").is_file():
    sys.exit(f"examples/interconnect/run.py: {axi}: no clone of verilog-axi (VERILOG_AXI=FOLDER)")
out.mkdir(parents=True, exist_ok=True)
subprocess.run([root / "build/bin/binsel", "compile",
                root / "examples/interconnect/interconnect.bsel",
                "-o", out / "interconnect.bit"], check=True)
sources = [root / f for f in (root / "build/gen/surf_axil.files").read_text().split()]
sources += [root / f"rtl/tap/{tap}.v"
            for tap in "axi_latency axi_tap tap_about tap_count tap_mux tap_start tap_time".split()]
sources += [root / "examples/interconnect/interconnect.v"]
sources += [axi / f"{f}.v" for f in (
    "arbiter axi_crossbar axi_crossbar_addr axi_crossbar_rd axi_crossbar_wr axi_ram "
    "axi_register_rd axi_register_wr priority_encoder").split()]
simulator = get_runner("icarus")
simulator.build(
    sources=sources, includes=[root / "build/include"], hdl_toplevel="interconnect", build_dir=out,
    build_args=["-g2005"], timescale=("1ns", "1ps"), always=True)
results = simulator.test(
    hdl_toplevel="interconnect", test_module="interconnect", build_dir=out,
    test_dir=root / "examples/interconnect", results_xml=str(out / "results.xml"),
    extra_env={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "ignore",
               "AXI_TRANSACTIONS": sys.argv[2], "AXI_SEED": sys.argv[3],
               "AXI_SELECTOR": str(out / "interconnect.bit")})
tests, failed = get_results(results)
sys.exit(tests == 0 or failed > 0)
