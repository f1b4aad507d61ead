# SPDX-License-Identifier: Apache-2.0
"""Simulates faults.v with Verilator: a tap on a memory system of others, with errors of the bus.
Exit status 1: the tap, or the check, is wrong.

    faults.py DESIGN TRANSACTIONS SEED
        pulp     pulp's axi_xbar, as the package pythondata-cpu-cva6 has it, with two memories
        litex    LiteX's shared interconnect and AXI2Wishbone with two memories: it answers an
                 access to no memory with another id
"""
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TAP = [f"rtl/tap/{f}.v" for f in
       "axi_latency axi_tap tap_about tap_count tap_queue tap_start tap_tag tap_time".split()]
LIB = [f"rtl/lib/{f}.v" for f in "reset_sync sync_bits sync_fifo sync_jitter".split()]
QUIET = "fatal lint style UNOPTFLAT BLKANDNBLK COMBDLY".split()


def pulp(out):
    """Arguments of Verilator."""
    import pythondata_cpu_cva6
    cva6 = pathlib.Path(pythondata_cpu_cva6.data_location)
    axi, cells = cva6 / "corev_apu/axi", cva6 / "common/submodules/common_cells"
    return [f"-I{axi}/include", f"-I{cells}/include", "+libext+.sv", "-y", axi / "src",
            "-y", cells / "src", "-y", cells / "src/deprecated", axi / "src/axi_pkg.sv",
            cells / "src/cf_math_pkg.sv", HERE / "memory.v", HERE / "pulp.sv"]


def litex(out):
    """Arguments of Verilator; writes the module dut."""
    from migen import ClockDomain, Module, Signal
    from migen.fhdl import verilog
    from litex.soc.interconnect import axi, wishbone

    class Dut(Module):
        """One master, two memories, and nothing at the other addresses."""
        def __init__(self):
            self.clock_domains.cd_sys = ClockDomain()
            clk, rst_n = Signal(name_override="clk"), Signal(name_override="rst_n")
            self.comb += [self.cd_sys.clk.eq(clk), self.cd_sys.rst.eq(~rst_n)]
            self.ios = {clk, rst_n}
            master = axi.AXIInterface(data_width=32, address_width=20, id_width=1)
            slaves = []
            for place in range(2):
                slave = axi.AXIInterface(data_width=32, address_width=20, id_width=1)
                memory = wishbone.SRAM(4096, bus=wishbone.Interface(32, 18))
                self.submodules += memory, axi.AXI2Wishbone(slave, memory.bus)
                slaves.append((lambda word, place=place: word[16:18] == place, slave))
            self.submodules += axi.AXIInterconnectShared([master], slaves, timeout_cycles=48)
            self.comb += [master.aw.size.eq(2), master.ar.size.eq(2), master.aw.burst.eq(1),
                          master.ar.burst.eq(1), master.w.strb.eq(15)]
            for channel, names in {"aw": "id addr len", "w": "data last", "b": "id resp",
                                   "ar": "id addr len", "r": "id data resp last"}.items():
                for name in f"{names} valid ready".split():
                    inner = getattr(getattr(master, channel), name)
                    pin = Signal(len(inner), name_override=f"s_{channel}{name}")
                    self.ios.add(pin)
                    given = (name == "ready") == (channel in "br")
                    self.comb += inner.eq(pin) if given else pin.eq(inner)

    dut = Dut()
    verilog.convert(dut, dut.ios, name="dut").write(str(out / "dut.v"))
    return ["-GID_BITS=1", "-GLENGTH=1", "-GNOWHERE=1", "-GRIGHT=0", out / "dut.v"]


def main(design, transactions, seed):
    out = ROOT / "build/examples/interconnect" / design
    out.mkdir(parents=True, exist_ok=True)
    os.chdir(out)
    command = ["verilator", "--binary", "-j", "1", *(f"-Wno-{kind}" for kind in QUIET),
               "--top-module", "faults", f"-GTRANSACTIONS={transactions}", f"-GSEED={seed}",
               "-MAKEFLAGS", "OPT_FAST=-O1", "--Mdir", "model", "-o", "faults",
               *{"pulp": pulp, "litex": litex}[design](out), HERE / "faults.v",
               *(ROOT / f for f in TAP + LIB)]
    # Verilator calls make, whose makefiles use names that a calling make may have set
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    built = subprocess.run(list(map(str, command)), check=False, env=environment, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if built.returncode:
        sys.exit(f"{design}: {built.stdout}")
    text = subprocess.run(["model/faults"], check=True, capture_output=True, text=True).stdout
    print(f"{design}: {text}")
    sys.exit("\nok\n" not in text)


main(*sys.argv[1:])
