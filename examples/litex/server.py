#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the backend etherbone: with LiteX's own litex_server: it reaches a simulated design over
frames of UARTBone at a pseudo-terminal, and surf reaches the design over litex_server. A histogram
saved over it must equal the one that was loaded, and that saved over uart:.

Needs build/bin/surf, build/bin/uartsim and build/lib/libsurf_fpga.so.
"""
import pathlib
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "build/examples/litex/server"
BINS, BAUD, PATIENCE_S = 1024, 3_000_000, 30


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def surf(board, commands):
    done = subprocess.run([ROOT / "build/bin/surf", "-b", board, "-c", commands], cwd=OUT,
                          capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def bins(name):
    return [line.lower() for line in (OUT / name).read_text().splitlines()
            if not line.startswith("#")]


def start_server(terminal, port):
    server = subprocess.Popen(
        [sys.executable, "-m", "litex.tools.litex_server", "--uart", "--uart-port", terminal,
         "--uart-baudrate", str(BAUD), "--bind-ip", "127.0.0.1", "--bind-port", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return server
        except ConnectionRefusedError:
            time.sleep(0.1)
    server.kill()
    sys.exit("server: litex_server does not listen")


def check(terminal):
    port = free_port()
    board = f"etherbone:127.0.0.1:{port}"
    server = start_server(terminal, port)
    try:
        status, out, err = surf(board, "timebase; load histogram sent; save histogram ether")
        if status or "clock: 25000000 Hz" not in out or bins("ether") != bins("sent"):
            sys.exit(f"server: status {status}: {out}{err}")
        status, out, err = surf(board + ",base=0x20000000", "show epir")
        if status != 1 or "no SurfBoard found" not in err:
            sys.exit(f"server: no core at this address: status {status}: {out}{err}")
    finally:
        server.kill()
        server.wait()
    status, out, err = surf(board, "show epir")
    if status != 1 or "refused" not in err:
        sys.exit(f"server: no server: status {status}: {out}{err}")
    status, out, err = surf(f"uart:{terminal}", "save histogram uart")
    if status or bins("uart") != bins("sent"):
        sys.exit(f"server: uart: status {status}: {out}{err}")
    print(f"server: {BINS} bins over litex_server as loaded, and as over uart:")


OUT.mkdir(parents=True, exist_ok=True)
(OUT / "sent").write_text("".join(f"{i:06X} {3 * i + 1:08X}\n" for i in range(BINS)))
design = subprocess.Popen([ROOT / "build/bin/uartsim"], stdout=subprocess.PIPE, text=True)
try:
    check(design.stdout.readline().strip())
finally:
    design.terminate()
    design.wait()
