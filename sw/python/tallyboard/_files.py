# SPDX-License-Identifier: Apache-2.0
"""Files of the boards as numpy arrays, read by the C libraries' readers: no format is known
here. Files may be compressed with gzip or zstd where the C tools accept that. An error is an
Error with the message "file:line: what is wrong" of the C library."""
from __future__ import annotations

import contextlib
import errno
import os
import warnings
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._errors import Error
from ._library import Library, library
from ._tables import Table

Path = Union[str, "os.PathLike[str]"]
CHUNK = 65536   # records that are read at once
MESSAGE_BYTES = 8192    # of an error message of the C libraries


class _Records:
    """An open record reader of C with what the header lines say."""

    def __init__(self, c: Library, path: Path) -> None:
        self.c = c
        ffi = c.ffi
        self.reader = ffi.new("struct record_reader *")
        self.path = ffi.new("char[]", os.fsencode(path))    # must stay valid
        self.wrong: Optional[Tuple[int, str]] = None

    def fail(self, err: int, reason: Optional[str] = None) -> None:
        """Raises the reader's error @err."""
        if err >= 0 and not self.wrong:
            return
        ffi = self.c.ffi
        if self.wrong:
            err, reason = self.wrong
        if reason:
            kept = ffi.new("char[]", reason.encode())
            self.reader.wrong = kept
        text = ffi.new("char[]", MESSAGE_BYTES)
        raise Error(-err, self.c.string(
            self.c.lib.record_message(self.reader, err, text, len(text))))


@contextlib.contextmanager
def _records(name: str, path: Path) -> Iterator[_Records]:
    c = library(name)
    records = _Records(c, path)
    try:
        records.fail(c.lib.record_open(records.reader, records.path))
        yield records
    finally:
        c.lib.record_close(records.reader)


def _flat(c: Library, kind: str, names: Dict[str, str]) -> Any:
    """The numpy type of a C structure with one level of nesting; @names: members that get
    another name; those with "" are left out."""
    fields: List[Tuple[str, Any, int]] = []

    def add(struct: str, base: int) -> None:
        for name, field in c.ffi.typeof(struct).fields:
            if field.type.kind == "struct":
                add(field.type.cname, base + field.offset)
            elif names.get(name, name):
                fields.append((names.get(name, name), c.dtype(field.type.cname),
                               base + field.offset))

    add(kind, 0)
    return np.dtype({"names": [f[0] for f in fields], "formats": [f[1] for f in fields],
                     "offsets": [f[2] for f in fields], "itemsize": c.ffi.sizeof(kind)})


def trace_type(c: Library) -> Any:
    """The numpy type of an entry of a trace."""
    return _flat(c, "struct trace_entry", {"size": ""})


def _chunks(kind: str, function: str, path: Path, size: int, names: Dict[str, str],
            table: Any) -> Iterator[Table]:
    with _records("surf", path) as records:
        c, ffi = records.c, records.c.ffi
        joined = ffi.new("struct record_joined *")
        begins = ffi.new("bool *")
        checked = 0             # records
        missing: List[str] = []

        def check(count: int) -> None:
            nonlocal checked
            if count > checked and not c.lib.record_joined_record(joined) and not records.wrong:
                records.wrong = -errno.EINVAL, (
                    "another clock, unit of latency or phase than in the file before")
            checked = count

        @ffi.callback("void(void *, const char *, size_t)")
        def comment(_: Any, text: Any, length: int) -> None:
            # the records above this line
            check(records.reader.line - 1 - records.reader.other)
            line = ffi.unpack(text, length).decode(errors="replace").strip()
            if line.startswith(("lost ", "cut:")):
                missing.append(line)
            err = c.lib.record_joined_line(joined, text, length, begins)
            if err < 0 and not records.wrong:
                records.wrong = err, "the header line has a wrong value"

        records.reader.comment = comment
        got = ffi.new("size_t *")
        more = 1
        dtype = _flat(c, kind, names)
        while more == 1:
            values = np.empty(size, dtype=dtype)
            more = getattr(c.lib, function)(records.reader,
                                            ffi.cast(f"{kind} *", ffi.from_buffer(values)),
                                            size, got)
            check(records.reader.line - records.reader.other)
            records.fail(more)
            if got[0]:
                part = table(values[:got[0]], c, ffi.addressof(joined.info))
                part.info["missing"] = tuple(missing)
                yield part


def with_phase(values: Any, bits: int) -> Any:
    """Entries in which the phase has these @bits in the place of category and byte enables: these
    columns are left out, and there is a column phase."""
    if not bits:
        return values
    gone = {"category": bits & 0xF0, "be": bits & 0x0F}
    names = [n for n in values.dtype.names if not gone.get(n)]
    result = np.empty(len(values), dtype=[(n, values.dtype[n]) for n in names] + [("phase", "u1")])
    for name in names:
        result[name] = values[name]
    result["phase"] = (values["category"] << 4 | values["be"]) & bits
    return result


def _trace(values: Any, c: Library, info: Any) -> Table:
    clock = c.lib.record_clock_hz(info)
    ns = c.lib.record_latency_ns(info)
    values = with_phase(values, info.phase_bits)
    return Table(values, {"rxtime": f"{1e9 / clock:.12g} ns" if clock else "ticks",
                          "latency": f"{ns:.12g} ns" if ns else "ticks",
                          "words": "words of 32 bits",
                          "addr": "bytes", "index": ""},
                 clock_hz=clock, latency_ns=ns, lost=info.lost, lost_more=bool(info.lost_more),
                 trigger=info.trigger if info.triggered else None)


def trace_chunks(path: Path, size: int = CHUNK) -> Iterator[Table]:
    """Reads a SurfBoard trace in tables of at most @size packets: for files larger than memory.
    Columns and info are those of read_trace(); `lost` counts what was lost so far."""
    return _chunks("struct trace_entry", "record_read_entries", path, size, {"size": ""}, _trace)


def read_trace(path: Path) -> Table:
    """Reads a SurfBoard trace, in the order of the file. Columns: index, rxtime (receive time,
    44 bits) and latency, in the units that `units` gives, words (1 to 1024), addr (bytes), sender,
    category, color, be, presence (enum trace_kind: 0 is a packet), and overflow, underflow, irq;
    phase, if the entries have it, in the place of category, be or both.
    Info: clock_hz, latency_ns, trigger (index of the trigger packet, or None), lost (packets),
    lost_more (lost is a lower bound) and missing (the lines of the file that say what is missing:
    packets, indices of wrapped bins, their counts, bins that were not saved)."""
    return _joined(trace_chunks(path, CHUNK), path)


def histogram_chunks(path: Path, size: int = CHUNK) -> Iterator[Table]:
    """Reads a SurfBoard histogram in tables of at most @size bins."""
    return _chunks("struct hist_record", "record_read_bins", path, size, {},
                   lambda values, c, info: Table(values, {"bin": "", "count": "packets"},
                                                 lost=info.lost, lost_more=bool(info.lost_more)))


def read_histogram(path: Path) -> Table:
    """Reads a SurfBoard histogram: columns bin and count (packets); info as read_trace()."""
    return _joined(histogram_chunks(path), path)


def _joined(chunks: Iterator[Table], path: Path) -> Table:
    whole: Any = None
    used = 0
    last = None
    for last in chunks:
        if whole is None:
            whole = np.empty(len(last), dtype=last.dtype)
        if used + len(last) > len(whole):
            whole.resize(2 * (used + len(last)), refcheck=False)
        whole[used:used + len(last)] = last
        used += len(last)
    if last is None:
        raise Error(errno.ENODATA, f"{os.fspath(path)}: no record")
    whole.resize(used, refcheck=False)
    return Table(whole, last.units, **last.info)


# ---- HYPERMON ----

class EventType(NamedTuple):
    """An event of a table, hmevents(5). fields: name, unit and kind of each."""
    id: int
    name: str
    class_name: str
    length: int
    fields: Tuple[Tuple[str, str], ...]


class Events(Table):
    """Events of HYPERMON's nodes; fields() gives the values of one kind of event."""

    def fields(self, name: str) -> Table:
        """The events with this name: ns, node (which sent it), probable, and a column for each
        field that is not text; a field named as one of these three gets a "_" after its name."""
        c, table = self.info["library"], self.info["table"]
        number = next((t.id for t in self.info["types"] if t.name == name), None)
        if number is None:
            raise ValueError(f"the table has no event {name}")
        rows = np.asarray(self)[self["id"] == number]
        kind = table.type[number]
        fields = [kind.field[k] for k in range(kind.fields)
                  if kind.field[k].kind != c.lib.HM_TEXT]
        own = ("ns", "node", "probable")
        names = [c.string(f.name) for f in fields]
        names = [n + "_" if n in own else n for n in names]
        result = np.empty(len(rows), dtype=[(n, self.dtype[n]) for n in own]
                          + [(n, "i8") for n in names])
        for column in own:
            result[column] = rows[column]
        for at, data in enumerate(rows["data"]):
            bytes_ = c.ffi.from_buffer("uint8_t[]", np.ascontiguousarray(data))
            for n, f in zip(names, fields):
                result[n][at] = c.lib.hm_field_value(c.ffi.addressof(f), bytes_)
        return Table(result, {"ns": "ns", **{n: c.string(f.unit) for n, f in zip(names, fields)}})


def event_chunks(path: Path, events: Path, size: int = CHUNK, guess: int = 0) -> Iterator[Events]:
    """Reads a HYPERMON trace in tables of about @size events: for files larger than memory.
    Columns, arguments and info are those of read_events(); the gaps are those since the last
    table, and the last table, which may be empty, has what was lost."""
    c = library("hm")
    ffi, lib = c.ffi, c.lib
    table = ffi.new("struct hm_table *")
    text = ffi.new("char[]", MESSAGE_BYTES)
    err = lib.hm_table_read(table, os.fsencode(events), text, len(text))
    if err:
        raise Error(-err, c.string(text))
    types = tuple(
        EventType(k, c.string(t.name), c.string(t.class_name), t.length,
                  tuple((c.string(t.field[i].name), c.string(t.field[i].unit))
                        for i in range(t.fields)))
        for k, t in enumerate(table.type) if t.length)
    trace = ffi.new("struct hm_trace *")
    name = ffi.new("char[]", os.fsencode(path))
    words = ffi.new("const uint32_t **")
    found: List[Tuple[Any, ...]] = []
    gaps: List[Any] = []
    broken: List[BaseException] = []

    def on_error(_: Any, error: BaseException, __: Any) -> None:
        broken.append(error)        # an exception cannot pass through C

    def fail(err: int) -> None:
        if broken:
            raise broken[0]
        if err < 0:
            raise Error(-err, c.string(lib.hm_trace_message(trace, err, text, len(text))))

    @ffi.callback("void(void *, const struct hm_event *)", onerror=on_error)
    def on_event(_: Any, e: Any) -> None:
        found.append((e.ns, e.end * header.window_ns, e.node, e.data[0], e.probable, e.length,
                      bytes(ffi.buffer(e.data, e.length))))

    @ffi.callback("void(void *, const struct hm_gap *)", onerror=on_error)
    def on_gap(_: Any, g: Any) -> None:
        gaps.append(c.record(g[0]))

    def frames() -> Iterator[Any]:
        while True:
            more = lib.hm_trace_read(trace, words)
            fail(more)
            if more != 1:
                return
            yield words[0]

    def collected() -> Events:
        """The events found since the last call, as a table."""
        rows = np.zeros(len(found), dtype=np.dtype([
            ("ns", "u8"), ("end_ns", "u8"), ("node", "u1"), ("id", "u1"), ("probable", "?"),
            ("length", "u2"), ("data", "u1", (lib.HM_EVENT_BYTES,))]))
        for k, column in enumerate(("ns", "end_ns", "node", "id", "probable", "length")):
            rows[column] = [f[k] for f in found]
        for at, f in enumerate(found):
            rows["data"][at][:len(f[6])] = np.frombuffer(f[6], dtype="u1")
        part = Table(rows, {"ns": "ns", "end_ns": "ns", "length": "bytes"}, types=types,
                     lost=int(header.lost), gaps=gaps[:], unmarked=bool(decoder.unmarked),
                     table=table, library=c)
        found.clear()
        gaps.clear()
        return part.view(Events)

    try:
        fail(lib.hm_trace_open(trace, name))
        header = trace.header
        if not trace.known and not header.marks:
            # what was lost stands at the end of the stream
            for _ in frames():
                pass
            lost = header.status or header.lost
            lib.hm_trace_close(trace)
            fail(lib.hm_trace_open(trace, name))
        else:
            lost = header.status or header.lost
        decoder = ffi.new("struct hm_decoder *")
        lib.hm_decoder_begin(decoder, table, header.window_ns, header.compact)
        decoder.on_event, decoder.on_gap, decoder.guess = on_event, on_gap, guess
        decoder.unmarked = bool(lost) and not header.marks
        for frame in frames():
            lib.hm_decode(decoder, frame)
            if len(found) >= size:
                fail(0)
                yield collected()
        lib.hm_decoder_end(decoder)
        fail(0)
        yield collected()
    finally:
        lib.hm_trace_close(trace)


def read_events(path: Path, events: Path, guess: int = 0) -> Events:
    """Reads a HYPERMON trace and decodes its events with the table @events, hmevents(5), in the
    order in which they ended, as hmdump -e. Columns: ns and end_ns (time of the first nibble's
    and of the last nibble's window since the reset), node, id, probable (the event is not
    certain, see hm_decode.h), length (bytes) and data. @guess: hmdump(1), -g. Info: types (of
    EventType), lost (frames), gaps (intervals in which nothing is known of a node), unmarked (the
    places of the losses are not known)."""
    parts = list(event_chunks(path, events, guess=guess))
    info = dict(parts[-1].info, gaps=[g for part in parts for g in part.info["gaps"]])
    whole = Table(np.concatenate([np.asarray(p) for p in parts]), parts[-1].units, **info)
    return whole.view(Events)


# ---- MultiKron ----

def sample_chunks(path: Path, size: int = CHUNK) -> Iterator[Table]:
    """Reads a file of MultiKron samples, mk.dat(5), in tables of at most @size samples."""
    c = library("mk")
    ffi, lib = c.ffi, c.lib
    reader = ffi.new("struct mk_reader *")
    name = ffi.new("char[]", os.fsencode(path))

    def fail(err: int) -> None:
        if err < 0:
            text = ffi.new("char[]", MESSAGE_BYTES)
            raise Error(-err, c.string(lib.mk_reader_message(reader, err, text, len(text))))

    fail(lib.mk_reader_open(reader, name))
    try:
        more = 1
        while more == 1:
            values = np.zeros(size, dtype=c.dtype("struct mk_sample"))
            sample = ffi.cast("struct mk_sample *", ffi.from_buffer(values))
            used = 0
            while used < size:
                more = lib.mk_reader_next(reader, sample + used)
                if more != 1:
                    break
                used += 1
            fail(more)
            if used:
                yield Table(values[:used], {"timestamp": "ticks", "source": "", "data": ""})
    finally:
        lib.mk_reader_close(reader)


def read_samples(path: Path) -> Table:
    """Reads a file of MultiKron samples, mk.dat(5). Columns: resource (a resource sample with
    counter), lost (samples before this one were discarded), cpu, address, timestamp (56 bits,
    ticks), source, data, counter (16)."""
    return _joined(sample_chunks(path), path)


# ---- NUMAchine ----

def read_counters(path: Path) -> Table:
    """Reads a table of the NUMAchine monitor's counters, nmtable(5): 65,536 counts. Info: the
    members of struct nm_table: mode, line_bytes, ns (of counting), overflows, second and missed
    (counts may be missing), made and accesses (0, or the part of a program that was counted),
    waited, ... and table, the C structure for library("nm")."""
    with _records("nm", path) as records:
        c, ffi = records.c, records.c.ffi
        table = ffi.new("struct nm_table *")
        reader = ffi.new("struct nm_table_reader *")
        c.lib.nm_table_begin(reader, table)
        text, length = ffi.new("char **"), ffi.new("size_t *")

        def fail(err: int) -> None:
            if err < 0 and reader.wrong:
                records.reader.wrong = reader.wrong
            records.fail(err)

        while True:
            more = c.lib.record_read_line(records.reader, text, length)
            records.fail(more)
            if more != 1:
                break
            records.reader.wrong = ffi.NULL
            fail(c.lib.nm_table_line(reader, text[0], length[0]))
        fail(c.lib.nm_table_end(reader))
    return counters_table(c, table)


def counters_table(c: Library, table: Any) -> Table:
    """A struct nm_table as a Table."""
    kind = c.ffi.typeof("struct nm_table")
    info = {n: c.record(getattr(table, n)) for n, _ in kind.fields if n != "count"}
    info["mode"] = c.string(c.lib.nm_mode_name(table.mode))
    counts = c.array(table.count, "uint64_t", c.lib.NM_COUNTERS).copy()
    return Table(counts, {"": "events"}, table=table, **info)


def pages(counters: Table) -> Table:
    """Accesses by page of 16 KB (rows) and station (columns), of a table in mode flyer."""
    c = library("nm")
    values = c.ffi.new("struct nm_page[]", c.lib.NM_PAGES)
    c.check(c.lib.nm_pages(counters.info["table"], values), "nm_pages")
    array = np.frombuffer(c.ffi.buffer(values), dtype=c.dtype("struct nm_page")).copy()
    return Table(array["access"], {"": "accesses"}, page_bytes=c.lib.NM_PAGE_BYTES)


def hits(counters: Table, label: int = -1) -> Table:
    """Table 4.7 of the thesis, of a table in a histogram mode: events by state of the line (rows
    LV, LI, GV, GI) and command (columns, NM_HIT_READ ...); @label: -1 for all."""
    c = library("nm")
    found = c.ffi.new("struct nm_hits *")
    c.check(c.lib.nm_hits(counters.info["table"],
                          c.ffi.new("struct nm_filter *", [label, -1, -1, -1]), found), "nm_hits")
    rows = np.array([list(row) for row in found.hit], dtype="u8")
    return Table(rows, {"": "events"}, responses=found.responses, nacks=found.nacks,
                 total=found.total)


def mean_wait(counters: Table) -> float:
    """The mean time of a transaction in the input FIFO, ns, of a table in mode depth."""
    c = library("nm")
    ns = c.ffi.new("double *")
    c.check(c.lib.nm_mean_wait(counters.info["table"], ns), "nm_mean_wait")
    return float(ns[0])


class Findings(List["Finding"]):
    """The findings of sharing(), most transfers first. frame(): as a pandas data frame, table():
    as a numpy array; both with the units of the columns."""

    #: why the recording is incomplete; "": it is complete
    incomplete = ""
    UNITS = {"addr": "bytes", "objects": "", "pattern": "", "threads": "", "reads": "accesses",
             "writes": "accesses", "true_sharing": "transfers", "false_sharing": "transfers"}

    def table(self) -> Table:
        """A row for each finding; names of objects are joined by ", "."""
        rows = [(f.addr, ", ".join(f.objects), *f[2:]) for f in self]
        kinds = ["u8", "U", "U"] + ["u8"] * 5
        columns = [np.array([r[k] for r in rows], dtype=kind) for k, kind in enumerate(kinds)]
        values = np.empty(len(rows), dtype=[
            (n, c.dtype if c.dtype.itemsize else "U1") for n, c in zip(Finding._fields, columns)])
        for name, column in zip(Finding._fields, columns):
            values[name] = column
        return Table(values, self.UNITS, incomplete=self.incomplete)

    def frame(self) -> Any:
        """Needs pandas."""
        return self.table().frame()


class Finding(NamedTuple):
    """A line of memory that threads take from each other."""
    addr: int           # physical, in bytes
    objects: Tuple[str, ...]
    pattern: str        # as `tallyboard sharing` prints it: "false sharing", ...
    threads: int
    reads: int          # accesses
    writes: int
    true_sharing: int   # transfers that a word requires
    false_sharing: int  # transfers that no word requires


def sharing(*recordings: Path, line_bytes: int = 64) -> Findings:
    """What the threads of a recorded program share: the lines with transfers between caches
    without limit, most transfers first. Recordings are made by a program that is linked with
    librecord; several are one program in several processes. The command `tallyboard sharing` does
    more: it measures what a repair would gain. A recording that is incomplete causes a warning, and
    is named in `incomplete` of the result."""
    c = library("nm")
    ffi, lib = c.ffi, c.lib
    program = ffi.new("struct nm_program **")
    names = [ffi.new("char[]", os.fsencode(p)) for p in recordings]
    error = ffi.new("char[]", lib.MEMTRACE_ERROR)
    err = lib.nm_program_open(program, ffi.new("char *[]", names), len(names), line_bytes, error)
    if err:
        raise Error(-err, c.string(error) or os.strerror(-err))
    try:
        list_ = ffi.new("const struct nm_words_line *const **")
        count = lib.nm_words_lines(lib.nm_program_words(program[0]), list_)
        findings = Findings()
        why = ffi.new("int *")
        path = lib.nm_program_incomplete(program[0], why)
        if path:
            findings.incomplete = (f"{c.string(path)}: the recording is incomplete: "
                                   f"{os.strerror(why[0])}")
            warnings.warn(findings.incomplete, stacklevel=2)
        for k in range(count):
            line = list_[0][k]
            if not line.true_sharing + line.false_sharing:
                continue
            diagnosis = ffi.new("struct nm_diagnosis *")
            lib.nm_diagnose_words(diagnosis, line)
            objects: List[str] = []
            for u in range(line.uses):
                name = ffi.new("char[]", lib.NM_PROGRAM_NAME)
                lib.nm_program_object(program[0], line, ffi.addressof(line.use[u]), name,
                                      ffi.new("uint64_t *"), ffi.new("uint64_t *"))
                if c.string(name) not in objects:
                    objects.append(c.string(name))
            findings.append(Finding(
                line.addr, tuple(objects), c.string(lib.nm_pattern_name(diagnosis.pattern)),
                line.threads, line.reads, line.writes, line.true_sharing, line.false_sharing))
        return findings
    finally:
        lib.nm_program_close(program[0])
