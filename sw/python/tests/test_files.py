# SPDX-License-Identifier: Apache-2.0
"""Files as arrays; the numbers are those of the C tools."""
import errno
import gzip
import re
import subprocess
import zlib

import numpy as np
import pytest
import tallyboard


@pytest.fixture(name="trace")
def _trace(tmp_path, tool):
    tool("surf", "-c", "htcr = 1\nacdr.lat_n = C\nacdr.lat_s = 1\n"
         "generate count=250 words=1-1024 x=1-3 color=0-63 category=0-15 addr=0-100000 seed=5\n"
         f"drain\nhtcr = 0\nsave trace {tmp_path}/t")
    return tmp_path / "t"


def _packets(tool, trace):
    """The packets of a trace as surfexport has them, and the times at which they end, in us."""
    import json  # pylint: disable=import-outside-toplevel
    tool("surfexport", "-o", f"{trace}.json", trace)
    with open(f"{trace}.json", encoding="utf-8") as file:
        events = [e for e in json.load(file)["traceEvents"] if e.get("name") == "packet"]
    return ([e for e in events if e["ph"] == "b"],
            {e["id"]: e["ts"] for e in events if e["ph"] == "e"})


def test_trace_equals_surfexport(trace, tool):
    table = tallyboard.read_trace(trace)
    packets, ends = _packets(tool, trace)
    assert len(table) == len(packets) == len(ends) == 250
    for row, packet in zip(table, packets):
        shown = packet["args"]
        assert row["rxtime"] == round(10 * ends[packet["id"]]) and row["irq"] == shown["interrupt"]
        for column in ("words", "latency", "color", "category", "overflow", "underflow"):
            assert row[column] == shown[column], column
        assert row["index"] == int(shown["index"], 16)
        assert row["addr"] == int(shown["address"], 16) and row["be"] == shown["byte enables"]
        assert row["sender"] + 1 == packet["pid"]
    assert table.units["rxtime"] == "100 ns" and table.units["latency"] == "400 ns"
    assert set(np.unique(table["presence"])) == {0}
    assert table["words"].max() > 1000 and table["color"].max() > 50


def test_trace_in_chunks_and_compressed(trace, tmp_path, monkeypatch):
    whole = tallyboard.read_trace(trace)
    parts = list(tallyboard.trace_chunks(trace, 64))
    assert [len(p) for p in parts] == [64, 64, 64, 58]
    assert (np.concatenate(parts) == whole).all()
    monkeypatch.setattr("tallyboard._files.CHUNK", 64)
    assert (tallyboard.read_trace(trace) == whole).all()
    with gzip.open(tmp_path / "z", "wb") as file:
        file.write(trace.read_bytes())
    assert (tallyboard.read_trace(tmp_path / "z") == whole).all()


def test_trace_of_the_memory_equals_the_file(tmp_path, tool):
    with tallyboard.open("surfboard") as board:
        board.HTCR = 1
        board.command("generate count=30 words=1-1024 color=0-63 seed=5")
        board.command("drain")
        rows = board.trace()
        assert len(rows) == 30 and rows["words"].sum() == int(
            re.search(r"words: (\d+)", board.command("status"))[1])
        assert (board.trace(10, 5) == rows[10:15]).all()
    tool("surf", "-c", "htcr = 1\ngenerate count=30 words=1-1024 color=0-63 seed=5\ndrain\n"
         f"save trace {tmp_path}/t")
    saved = tallyboard.read_trace(tmp_path / "t")
    for column in ("index", "words", "color", "sender", "category", "addr", "be"):
        assert (saved[column] == rows[column]).all()


def test_trace_of_a_memory_that_has_wrapped():
    with tallyboard.open("surfboard", "sim:trace=4,hist=4") as board:
        size = board.GetTSize() // 16
        entry = np.array([5, 0x40000, 0, 0xF], dtype="<u4")
        for index, time in ((size - 2, 100), (size - 1, 200), (0, 300)):
            entry[2] = time
            board.PutTMem(16 * index, entry.tobytes())
        board.TICR, board.TECR = 1, 3
        rows = board.trace()
        assert list(rows["index"]) == [size - 2, size - 1, 0]
        assert list(rows["rxtime"]) == [100, 200, 300]
        board.TECR = 0
        assert len(board.trace()) == 0
        assert len(board.trace(0, 1)) == 1


ENTRY = "000000 00000005 A0040000 00000100 00000009\n"


@pytest.mark.parametrize("bits, phase, gone", [
    (0xF0, 0xA0, {"category"}), (0x0F, 0x09, {"be"}), (0xFF, 0xA9, {"category", "be"})])
def test_entries_with_the_phase(tmp_path, bits, phase, gone):
    (tmp_path / "t").write_text(f"# file: trace\n# phase bits: {bits:02X}\n{ENTRY}")
    table = tallyboard.read_trace(tmp_path / "t")
    assert table["phase"][0] == phase
    assert gone == {"category", "be"} - set(table.dtype.names)


@pytest.mark.parametrize("first, second", [
    ("# clock: 50000000 Hz\n", ""), ("", "# clock: 50000000 Hz\n"), ("", "# phase bits: F0\n"),
    ("# latency unit: 100 ns\n", "# latency unit: 400 ns\n")])
def test_files_that_do_not_fit_together(tmp_path, first, second):
    text = f"# file: trace\n{first}{ENTRY}# file: trace\n{{}}{ENTRY.replace('000000', '000001', 1)}"
    (tmp_path / "t").write_text(text.format(first))
    assert len(tallyboard.read_trace(tmp_path / "t")) == 2
    (tmp_path / "t").write_text(text.format(second))
    with pytest.raises(tallyboard.Error, match="another clock, unit of latency or phase"):
        tallyboard.read_trace(tmp_path / "t")


def test_a_file_without_header_lines_is_followed_by_one(tmp_path):
    (tmp_path / "t").write_text(ENTRY + "# file: trace\n# clock: 50000000 Hz\n" + ENTRY)
    with pytest.raises(tallyboard.Error, match="another clock, unit of latency or phase"):
        tallyboard.read_trace(tmp_path / "t")


def test_a_file_without_entries_is_followed_by_one(tmp_path):
    (tmp_path / "t").write_text("# file: trace\n# clock: 50000000 Hz\n# file: trace\n" + ENTRY)
    assert tallyboard.read_trace(tmp_path / "t").info["clock_hz"] == 10_000_000


@pytest.mark.parametrize("damage, message", [
    (lambda t: t.replace(b"\n000003 ", b"\n00003 ", 1), r":\d+: "),
    (lambda t: t[:-3] + b"0\n", "checksum"),
    (lambda t: t.replace(b"# clock: 1", b"# clock: x", 1), "header line has a wrong value"),
    (lambda t: t.replace(b"# file: trace", b"# file: histogram", 1), r":\d+: ")])
def test_damaged_traces(trace, damage, message):
    text = damage(trace.read_bytes())
    assert text != trace.read_bytes()
    trace.write_bytes(text)
    with pytest.raises(tallyboard.Error, match=message) as caught:
        tallyboard.read_trace(trace)
    assert str(caught.value).startswith(str(trace))


def test_missing_and_empty_files(tmp_path):
    (tmp_path / "empty").touch()
    for read in (tallyboard.read_trace, tallyboard.read_histogram, tallyboard.read_samples,
                 tallyboard.read_counters, tallyboard.sharing):
        with pytest.raises(tallyboard.Error, match="none: No such file"):
            read(tmp_path / "none")
        with pytest.raises(tallyboard.Error, match="empty"):
            read(tmp_path / "empty")


def test_histogram_and_losses(tmp_path):
    (tmp_path / "h").write_text("# file: histogram\n# lost packets dropped: 3 or more\n"
                                "000001 00000005\n00000A FFFFFFFF\n")
    table = tallyboard.read_histogram(tmp_path / "h")
    assert table["bin"].tolist() == [1, 10] and table["count"].tolist() == [5, 0xFFFFFFFF]
    assert table.info["lost"] == 3 and table.info["lost_more"]
    (tmp_path / "h").write_text("# file: histogram\n"
                                "# cut: bins 000001 to 00000F of 000000 to 0003FF\n"
                                "# lost indices of wrapped bins: 1 or more\n000001 00000005\n")
    table = tallyboard.read_histogram(tmp_path / "h")
    assert not table.info["lost"] and table.info["missing"] == (
        "cut: bins 000001 to 00000F of 000000 to 0003FF",
        "lost indices of wrapped bins: 1 or more")


def test_losses_of_the_board():
    with tallyboard.open("surfboard", "sim:trace=4,hist=4,revision=2") as board:
        board.configure("bin[3:0] = sender[3:0]")
        board.clear()
        assert board.bins().info["missing"] == board.histogram().info["missing"] == ()
        board.SetConditions(board.lib.SURF_ISCR_FV)
        assert board.bins().info["missing"] == board.histogram().info["missing"] == ("FV",)


def test_events_equal_hmdump(tmp_path, tool, root):
    trace, names = tmp_path / "t", root / "sw/hypermon/nx2.events"
    tool("hmrecord", "-c", "program life nodes=4", "-t", "30ms", "-o", trace)
    lines = [line.split() for line in tool("hmdump", "-e", names, trace).splitlines()
             if line[0] != "#"]
    events = tallyboard.read_events(trace, names)
    named = {t.id: t.name for t in events.info["types"]}
    assert [[str(e["ns"]), str(e["node"]), named[e["id"]]] for e in events] == [
        line[:3] for line in lines]
    assert len(events) > 50 and not events["probable"].any() and not events.info["unmarked"]
    assert (events["end_ns"] > events["ns"]).all()
    parts = list(tallyboard.event_chunks(trace, names, 20))
    assert len(parts) > 2 and max(map(len, parts)) < 40
    assert (np.concatenate([np.asarray(p) for p in parts]) == np.asarray(events)).all()
    assert len(parts[0].fields(named[parts[0]["id"][0]])) > 0
    for kind in events.info["types"]:
        rows = events.fields(kind.name)
        texts = [line for line in lines if line[2] == kind.name]
        assert len(rows) == len(texts)
        for row, text in zip(rows, texts):
            for field, value in (word.split("=") for word in text[4:]):
                column = field + "_" if field in ("ns", "node", "probable") else field
                if column in rows.dtype.names and value.lstrip("-").isdigit():
                    assert row[column] == int(value), (kind.name, field)


def test_events_after_losses(tmp_path, tool, root):
    trace, names = tmp_path / "t", root / "sw/hypermon/nx2.events"
    command = "program simplex nodes=16"
    tool("hmrecord", "-c", command, "--cost=20000", "-t", "60ms", "-o", trace, status=1)
    events = tallyboard.read_events(trace, names)
    assert events.info["lost"] > 0 and events.info["unmarked"] and len(events.info["gaps"]) > 0
    shown = [line for line in tool("hmdump", "-e", names, trace, status=1).splitlines()
             if line.split()[0].isdigit()]
    assert len(events) == len(shown)
    assert int(events["probable"].sum()) == sum(" probable " in line for line in shown)


def test_samples_equal_mk_expand(tmp_path, tool, root):
    with open(tmp_path / "text", "w", encoding="utf-8") as file:
        for n in range(300):
            print(f"{n % 8 << 4 | n % 7 | 8 * (n == 9):02X} {n * 25:014X} {n % 5:08X} "
                  f"{n * 12345:016X}", file=file)
        print(f"D9 {300 * 25:014X} DEADBEEF FFFFFFFFFFFFFFFF "
              + " ".join(f"{1 << k:08X}" for k in range(16)), file=file)
    helper = tmp_path / "run"
    helper.write_text('. sw/multikron/tests/mk.bash\nsamples <"$1/text" | checked >"$1/mk.dat"\n')
    subprocess.run(["bash", helper, tmp_path], check=True, cwd=root,
                   env={"PATH": f"{root}/build/bin:/usr/bin:/bin", "TOP": str(root)})
    samples = tallyboard.read_samples(tmp_path / "mk.dat")
    # status 1: samples were lost
    shown = tool("mk_expand", tmp_path / "mk.dat", status=1).splitlines()
    assert len(samples) == len(shown) == 301
    for s, line in zip(samples, shown):
        header, time, source, data = line.split()[:4]
        assert (s["timestamp"], s["source"], s["data"]) == (
            int(time, 16), int(source, 16), int(data, 16))
        assert s["cpu"] == int(header, 16) >> 4 & 7 and s["address"] == int(header, 16) & 7
    assert samples["lost"].sum() == 2 and samples[-1]["counter"].tolist() == [
        1 << k for k in range(16)]
    assert samples.units["timestamp"] == "ticks"


def test_counters_equal_nmon(tmp_path, tool):
    tool("nmon", "-c", "workload page 200", "count", "flyer", "1ms", "-o", tmp_path / "p.csv")
    read = tallyboard.read_counters(tmp_path / "p.csv")
    assert read.info["mode"] == "flyer" and read.info["ns"] >= 1000000
    with tallyboard.open("numachine") as board:
        with pytest.raises(ValueError, match="negative"):
            board.count("flyer", -1)
        counted = board.count("flyer", 1000, "workload page 200")
    assert (counted == read).all() and read.sum() > 500
    shown = tool("nmon-pages", "-a", "100", tmp_path / "p.csv")
    page, total, *stations = re.search(
        r"page 0x(\w+) at \S+ (\d+) accesses, (\d+):(\d+) (\d+):(\d+)", shown).groups()
    table = tallyboard.pages(read)
    row = table[int(page, 16)]
    assert row.sum() == int(total)
    assert row[int(stations[0])] == int(stations[1]) and row[int(stations[2])] == int(stations[3])


def test_hits_and_waits_equal_the_tools(tmp_path, tool):
    labels = tmp_path / "labels"
    labels.write_text("".join(f"{64 * k} 64 {k % 3 + 1} line{k}\n" for k in range(1, 64)))
    tool("nmon", "-l", labels, "-c", "workload mix 100", "count", "histogram0", "2ms",
         "-o", tmp_path / "l.csv")
    read = tallyboard.read_counters(tmp_path / "l.csv")
    found = tallyboard.hits(read)
    assert found.sum() + found.info["responses"] + found.info["nacks"] == found.info["total"]
    assert found.info["total"] == read.sum() > 0
    shown = [line.split(",") for line in tool("nmon-lines", "-c", tmp_path / "l.csv").splitlines()
             if line[0].isdigit()]
    assert len({label for label, *_ in shown}) == 4
    commands = ["read", "read-exclusive", "upgrade", "invalidate", "writeback"]
    expected = np.zeros((4, 4, len(commands)), dtype="u8")      # label, state of the line
    for label, line, command, events in shown:
        if line:
            expected[int(label), ["LV", "LI", "GV", "GI"].index(line),
                     commands.index(command)] = int(events)
    assert (found == expected.sum(axis=0)).all()
    for label in range(4):
        assert (tallyboard.hits(read, label) == expected[label]).all(), label
    tool("nmon", "-c", "workload burst 20", "count", "depth", "2ms", "-o", tmp_path / "d.csv")
    wait = tallyboard.mean_wait(tallyboard.read_counters(tmp_path / "d.csv"))
    assert wait > 100
    assert f"mean wait in the FIFO: {wait:.1f} ns," in tool("nmon-queue", tmp_path / "d.csv")
    with pytest.raises(tallyboard.Error):
        tallyboard.pages(read)


def test_damaged_counters(tmp_path):
    (tmp_path / "c").write_text("# file: numachine counters\n# mode: flyer\n# line: 65\n")
    with pytest.raises(tallyboard.Error, match=f"{tmp_path}/c:3: "):
        tallyboard.read_counters(tmp_path / "c")


def _record(tmp_path, root):
    """A recording of a program with false sharing."""
    source = root / "sw/numachine/tests/programs/false_sharing.c"
    subprocess.run(["gcc", "-g", "-O1", "-fsanitize=thread", "-c", source, "-o",
                    tmp_path / "o.o"], check=True)
    subprocess.run(["gcc", tmp_path / "o.o", root / "build/lib/librecord.a", "-lz", "-pthread",
                    "-o", tmp_path / "program"], check=True)
    subprocess.run([tmp_path / "program"], check=True, stdout=subprocess.DEVNULL,
                   env={"RECORD": str(tmp_path / "recording")})
    return tmp_path / "recording"


def test_sharing_equals_the_tool(tmp_path, tool, root):
    found = tallyboard.sharing(_record(tmp_path, root))
    assert not found.incomplete
    assert [(f.objects, f.pattern, f.threads) for f in found] == [
        (("counters",), "false sharing", 3)]
    shown = tool("sharing", f"--recording={tmp_path / 'recording'}")
    assert "1. counters: false sharing: 1 line" in shown
    assert found[0].reads == sum(map(int, re.findall(r": (\d+) reads at", shown)))
    assert found[0].writes == sum(map(int, re.findall(r": (\d+) writes at", shown))) == 2000
    table = found.table()
    assert table["objects"].tolist() == ["counters"] and table["writes"].tolist() == [2000]
    assert table.units["true_sharing"] == "transfers"
    assert len(tallyboard.Findings().table()) == 0


def test_dump_of_dash_equals_dashmons(tool):
    commands = ["load trace", "start", "sim kernel shared 20", "run 2000us", "stop", "trace"]
    shown = [line.split(",") for line in tool(
        "dashmon", "-b", "sim:board=short", *(w for c in commands for w in ("-c", c)))
             .splitlines() if line.startswith(("read,", "write,"))]
    with tallyboard.open("dash", "sim:board=short") as board:
        board.load(board.lib.DASH_TRACE, {})
        board.start()
        board.command("kernel shared 20")
        board.run(2000)
        status = board.get_status()
        words = board.dump()
        assert len(words) == status.used > 0
        entry = board.library.ffi.new("struct dash_entry *")
        found = []
        for k in words:
            board.lib.dm_decode(board.library.ffi.new("uint64_t *", int(k)), False, entry)
            found.append(["write" if entry.write else "read", str(entry.cpu),
                          f"0x{entry.addr * 8:08X}"])
        assert found == shown and len({tuple(e) for e in found}) > 10


def test_sharing_of_an_incomplete_recording(tmp_path, tool, root):
    text = bytearray((_record(tmp_path, root)).read_bytes())
    # the errno value in the end block, and the checksums of the block
    text[-8] = errno.ENOSPC
    text[-40:-36] = zlib.crc32(text[-32:]).to_bytes(4, "little")
    text[-36:-32] = zlib.crc32(text[-64:-36]).to_bytes(4, "little")
    (tmp_path / "recording").write_bytes(text)
    with pytest.warns(UserWarning, match="recording: the recording is incomplete: No space left"):
        found = tallyboard.sharing(tmp_path / "recording")
    assert found and "No space left" in found.incomplete
    assert found.table().info["incomplete"] == found.incomplete
    tool("nmon-words", tmp_path / "recording", status=1)
