# SPDX-License-Identifier: Apache-2.0
"""Measures a simulated SurfBoard, and draws how many packets of each size it counted: sizes.png"""
import matplotlib.pyplot as plt
import tallyboard

with tallyboard.open("surfboard") as board:             # simulated, in this process
    board.configure("bin[9:0] = size")                  # the histogram counts sizes
    board.HTCR.set(FRS=0, HEN=1)
    board.command("generate count=1000 words=1-16 seed=1")
    board.command("drain")
    bins = board.bins()
plt.bar(bins["size"], bins["count"], color="#0072b2")
plt.xlabel("size, " + bins.units["size"])
plt.ylabel(bins.units["count"])
plt.savefig("sizes.png")
print(bins["count"].sum(), "packets counted")
