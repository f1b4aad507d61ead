# SPDX-License-Identifier: Apache-2.0
"""Simulates faults.v, buses.v or frames.v with Verilator: a tap on a third-party design, errors on
the bus.
Exit status 1: the tap, or the check, is wrong.

    faults.py DESIGN TRANSACTIONS SEED
        pulp     pulp's axi_xbar, as the package pythondata-cpu-cva6 has it, with two memories
        zipcpu   ZipCPU's axixbar, from the repository wb2axip, with two memories
        pulp_ids, zipcpu_ids   the same with ids of 9 bits, of which the tap makes tags of 6; the
                 only errors are resets, and each access is to a memory (axixbar answers some
                 writes to none with another id)
        litex    LiteX's shared interconnect and AXI2Wishbone with two memories: it answers an
                 access to no memory with another id
        axil_ram AXI4-Lite: verilog-axi's axil_ram, from logikbench, which answers in the clock of
                 the request
        tilelink TileLink UL: OpenTitan's tlul_socket_1n with two memories behind its
                 tlul_adapter_sram, from pythondata-misc-opentitan
        liteeth  AXI4-Stream: LiteEth's MAC on a line that sends back what it is sent
        serv     Wishbone: the SoC of SERV, from pythondata-cpu-serv
        shared   Wishbone: LiteX's shared interconnect with its timeout, and two memories
        regblock   Wishbone pipelined: registers that PeakRDL-regblock generates
        microwatt  Wishbone pipelined: the arbiter and the memory of Microwatt, from
                 pythondata-cpu-microwatt; GHDL makes Verilog of its VHDL
        ahb      AHB-Lite: LiteX's AHB2Wishbone with a memory
        wally    AHB-Lite: what is outside the core of CORE-V Wally, from logikbench
        ahb_models  AHB-Lite: the master and the memory of cocotbext-ahb, which are models in
                 Python, on Icarus Verilog
        apb      APB: pulp's apb_node and apb_timer, from pythondata-cpu-cva6
        regblock_apb   APB: registers that PeakRDL-regblock generates
"""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TAP = [f"rtl/tap/{f}.v" for f in
       "ahb_tap apb_tap axi_latency axi_tap tap_about tap_count tap_order tap_queue tap_start"
       " tap_tag tap_time wb_tap".split()]
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


def wide_ids(design):
    """The function that returns the arguments of Verilator for a design with wider ids."""
    return lambda out: ["-DID_BITS=9", "-GID_BITS=9", "-GTAG_BITS=6", "-GNOWHERE=0",
                        *design(out)]


def repository(address, commit):
    """The folder of a commit of a public repository, which is fetched once."""
    folder = ROOT / "build/repositories" / commit
    if not folder.exists():
        part = folder.with_suffix(".part")
        subprocess.run(["git", "init", "-q", part], check=True)
        subprocess.run(["git", "-C", part, "fetch", "-q", "--depth", "1", address, commit],
                       check=True)
        subprocess.run(["git", "-C", part, "checkout", "-q", "FETCH_HEAD"], check=True)
        part.rename(folder)
    return folder


def zipcpu(out):
    """Arguments of Verilator."""
    rtl = repository("https://github.com/ZipCPU/wb2axip",
                     "df8e7649acf68544a152e39a4589c8e894a4cd0b") / "rtl"
    return [*(rtl / f"{name}.v" for name in ("addrdecode", "axixbar", "skidbuffer")),
            HERE / "memory.v", HERE / "zipcpu.sv"]


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


def tilelink(out):
    """Arguments of Verilator."""
    import pythondata_misc_opentitan
    hw = pathlib.Path(pythondata_misc_opentitan.data_location) / "hw"
    folders = [hw / f"ip/{name}/rtl" for name in ("prim", "prim_generic", "tlul")]
    return ["-GLENGTH=1", *(f"-I{f}" for f in folders), "+libext+.sv",
            *(argument for f in folders for argument in ("-y", f)),
            hw / "top_earlgrey/rtl/top_pkg.sv", folders[0] / "prim_secded_pkg.sv",
            folders[0] / "prim_util_pkg.sv", folders[2] / "tlul_pkg.sv", HERE / "tilelink.sv"]


def liteeth(out):
    """Arguments of Verilator; writes the module dut."""
    from migen import ClockDomain, ClockSignal, Module, ResetSignal, Signal
    from migen.fhdl import verilog
    from liteeth.common import eth_phy_description
    from liteeth.mac.core import LiteEthMACCore
    from litex.soc.interconnect import stream

    class Loop(Module):
        """The line: a byte is damaged while `damage` is 1."""
        dw = 8

        def __init__(self, damage):
            self.sink, self.source = (stream.Endpoint(eth_phy_description(8)) for _ in range(2))
            self.clock_domains.cd_eth_tx, self.clock_domains.cd_eth_rx = (
                ClockDomain(name) for name in ("eth_tx", "eth_rx"))
            for domain in self.cd_eth_tx, self.cd_eth_rx:
                self.comb += domain.clk.eq(ClockSignal()), domain.rst.eq(ResetSignal())
            self.comb += [self.sink.connect(self.source, omit={"data"}),
                          self.source.data.eq(self.sink.data ^ (damage << 4))]

    module = Module()
    pins = {name: Signal(bits, name_override=name) for name, bits in {
        "clk": 1, "rst_n": 1, "damage": 1, **{f"{side}_{name}": bits for side in "sm" for
        name, bits in {"valid": 1, "ready": 1, "data": 32, "last": 1, "last_be": 4}.items()}
    }.items()}
    module.clock_domains.cd_sys = ClockDomain()
    module.comb += module.cd_sys.clk.eq(pins["clk"]), module.cd_sys.rst.eq(~pins["rst_n"])
    module.submodules.line = Loop(pins["damage"])
    module.submodules.mac = mac = LiteEthMACCore(module.line, 32)
    for name in "valid data last last_be ready".split():
        given, answer = getattr(mac.sink, name), pins[f"s_{name}"]
        module.comb += answer.eq(given) if name == "ready" else given.eq(answer)
        given, answer = pins[f"m_{name}"], getattr(mac.source, name)
        module.comb += answer.eq(given) if name == "ready" else given.eq(answer)
    verilog.convert(module, set(pins.values()), name="dut").write(str(out / "dut.v"))
    return [out / "dut.v", ROOT / "rtl/tap/axis_tap.v"]


def serv(out):
    """Arguments of Verilator."""
    import pythondata_cpu_serv
    servant = pathlib.Path(pythondata_cpu_serv.data_location) / "servant"
    return [*(servant / f"servant_{part}.v" for part in ("mux", "ram", "timer")), HERE / "serv.v"]


def generated(out, wires):
    """Arguments of Verilator; writes the module dut. wires(module, pins) adds a slave between the
    pins, whose names are those of the module in serv.v."""
    from migen import ClockDomain, Module, Signal
    from migen.fhdl import verilog
    module, pins = Module(), {
        name: Signal(bits, name_override=name) for name, bits in {
            "clk": 1, "rst_n": 1, "sel": 1, "go": 1, "we": 1, "adr": 16, "wdata": 32, "ready": 1,
            "error": 1, "stall": 1}.items()}
    module.clock_domains.cd_sys = ClockDomain()
    module.comb += [module.cd_sys.clk.eq(pins["clk"]), module.cd_sys.rst.eq(~pins["rst_n"])]
    wires(module, pins)
    verilog.convert(module, set(pins.values()), name="dut").write(str(out / "dut.v"))
    return [out / "dut.v"]


def shared(out):
    """Arguments of Verilator."""
    from litex.soc.interconnect import wishbone

    def wires(module, pins):
        master = wishbone.Interface(data_width=32, address_width=16, addressing="word")
        slaves = []
        for place in range(2):
            slave = wishbone.SRAM(128, bus=wishbone.Interface(32, address_width=16))
            module.submodules += slave
            slaves.append((lambda word, place=place: word[3:] == place, slave.bus))
        module.submodules += wishbone.InterconnectShared([master], slaves, timeout_cycles=16)
        module.comb += [master.cyc.eq(pins["sel"]), master.stb.eq(pins["go"]),
                        master.we.eq(pins["we"]), master.adr.eq(pins["adr"][2:]),
                        master.sel.eq(15), master.dat_w.eq(pins["wdata"]),
                        pins["ready"].eq(master.ack), pins["error"].eq(master.err)]

    return generated(out, wires)


def ahb(out):
    """Arguments of Verilator."""
    from litex.soc.interconnect import ahb as litex_ahb, wishbone

    def wires(module, pins):
        master = litex_ahb.AHBInterface(data_width=32, address_width=32)
        memory = wishbone.SRAM(1024, bus=wishbone.Interface(data_width=32, address_width=32))
        module.submodules += memory, litex_ahb.AHB2Wishbone(master, memory.bus)
        module.comb += [master.sel.eq(1), master.trans[1].eq(pins["sel"]),
                        master.write.eq(pins["we"]), master.addr.eq(pins["adr"]),
                        master.size.eq(2), master.wdata.eq(pins["wdata"]),
                        pins["ready"].eq(master.readyout), pins["error"].eq(master.resp)]

    return generated(out, wires)


def microwatt(out):
    """Arguments of Verilator; writes the module dut."""
    import pythondata_cpu_microwatt
    source = pathlib.Path(pythondata_cpu_microwatt.data_location)
    files = [source / f"{name}.vhdl" for name in
             ("utils", "wishbone_types", "fpga/main_bram", "wishbone_bram_wrapper",
              "wishbone_arbiter")]
    verilog = subprocess.run(["ghdl", "--synth", "--std=08", "--out=verilog", *files,
                              HERE / "microwatt.vhdl", "-e", "dut"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    (out / "dut.v").write_text(verilog)
    return [out / "dut.v"]


def regblock(out, interface="wishbone-flat"):
    """Arguments of Verilator; writes the module others."""
    # no array of registers: Verilator 5.006 does not take what is generated of one
    registers = " ".join(f"word word_{i} @ {4 * i};" for i in range(16))
    (out / "others.rdl").write_text("reg word { field { sw = rw; hw = r; } value[31:0] = 0; };\n"
                                    f"addrmap others {{ {registers} }};\n")
    subprocess.run([pathlib.Path(sys.executable).parent / "peakrdl", "regblock", "others.rdl", "-o",
                    ".", "--cpuif", interface, "--addr-width", "7", "--rt-read-response",
                    "--err-if-bad-addr"], check=True)
    return [*(["-DAPB"] if interface.startswith("apb") else []), "others_pkg.sv", "others.sv",
            HERE / "regblock.sv"]


def regblock_apb(out):
    """Arguments of Verilator."""
    return regblock(out, "apb4-flat")


def apb(out):
    """Arguments of Verilator."""
    import pythondata_cpu_cva6
    sources = pathlib.Path(pythondata_cpu_cva6.data_location) / "corev_apu/fpga/src"
    return [sources / "apb_node/src/apb_node.sv", sources / "apb_timer/timer.sv",
            sources / "apb_timer/apb_timer.sv", HERE / "apb.sv"]


def logikbench(design):
    """The folder of a design in this package; to import it would need the packages of its flow."""
    return pathlib.Path(importlib.util.find_spec("logikbench").submodule_search_locations[0],
                        "benchmarks", design)


def axil_ram(out):
    """Arguments of Verilator."""
    return ["-GLENGTH=1", logikbench("blocks/axiram") / "rtl/axiram.v",
            HERE / "axil_ram.sv"]


def wally(out):
    """Arguments of Verilator; writes Wally's configuration with a small and slow RAM."""
    sources = logikbench("large/wally")
    config = (sources / "include/config.vh").read_text()
    for name, value in {"RAM_LATENCY": "3", "UNCORE_RAM_RANGE": "64'hFFF", "BOOTROM_SUPPORTED": "0",
                        "PLIC_SUPPORTED": "0", "UART_SUPPORTED": "0", "SPI_SUPPORTED": "0"}.items():
        config, changes = re.subn(rf"(\b{name} *= *)[^;]*;", rf"\g<1>{value};", config)
        assert changes == 1, name
    (out / "config.vh").write_text(config)
    rtl = sources / "rtl"
    return ["-UVERILATOR", "-I.", f"-I{rtl}", "+libext+.sv", "-y", rtl, rtl / "cvw.sv",
            rtl / "mux.sv", HERE / "wally.sv"]


def ahb_models(out, transactions, seed):
    """Runs ahb_models.py; returns whether it failed."""
    from cocotb_tools.runner import get_results, get_runner
    sys.path.insert(0, str(HERE))  # the test gets this path, too
    simulator = get_runner("icarus")
    simulator.build(sources=[HERE / "ahb_models.v", *(ROOT / f for f in TAP + LIB)],
                    hdl_toplevel="ahb_models", build_dir=out, build_args=["-g2005"], always=True)
    results = simulator.test(
        hdl_toplevel="ahb_models", test_module="ahb_models", build_dir=out, test_dir=out,
        results_xml=str(out / "results.xml"), extra_env={
            "PYTHONDONTWRITEBYTECODE": "1", "TRANSACTIONS": transactions, "SEED": seed})
    return get_results(results) != (1, 0)


# of each design: the module that disturbs it, and the arguments of Verilator
DESIGNS = {"pulp": ("faults", pulp), "pulp_ids": ("faults", wide_ids(pulp)),
           "zipcpu": ("faults", zipcpu), "zipcpu_ids": ("faults", wide_ids(zipcpu)),
           "litex": ("faults", litex), "axil_ram": ("faults", axil_ram),
           "tilelink": ("faults", tilelink), "liteeth": ("frames", liteeth), "serv": (0, serv),
           "shared": (0, shared), "regblock": (1, regblock), "microwatt": (1, microwatt),
           "ahb": (2, ahb), "wally": (2, wally), "apb": (3, apb), "regblock_apb": (3, regblock_apb)}


def main(design, transactions, seed):
    out = ROOT / "build/examples/interconnect" / design
    out.mkdir(parents=True, exist_ok=True)
    os.chdir(out)
    if design == "ahb_models":
        sys.exit(ahb_models(out, transactions, seed))
    top, arguments = DESIGNS[design]
    bus = []
    if top not in ("faults", "frames"):
        top, bus = "buses", [f"-GBUS={top}"]
    command = ["verilator", "--binary", "-j", "1", *(f"-Wno-{kind}" for kind in QUIET),
               "--top-module", top, f"-I{HERE}", *bus,
               f"-GTRANSACTIONS={transactions}", f"-GSEED={seed}", "-MAKEFLAGS",
               "OPT_FAST=-O1", "--Mdir", "model", "-o", "faults", *arguments(out),
               HERE / f"{top}.v", *(ROOT / f for f in TAP + LIB)]
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
