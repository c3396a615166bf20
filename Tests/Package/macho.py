"""Checks a program for macOS on arm64 without running it, and prints the functions and variables that it imports.

Usage: macho.py PROGRAM LIBSYSTEM

LIBSYSTEM is libSystem.tbd, which lists what the library of that name contains. Names and numbers are those of
mach-o/loader.h and, for the signature, of cs_blobs.h.
"""

import hashlib
import re
import struct
import sys
from pathlib import Path

PAGE = 1 << 14
program = Path(sys.argv[1]).read_bytes()
magic, processor, _, kind, count, _, flags, _ = struct.unpack_from("<8I", program)
assert (magic, processor, kind) == (0xfeedfacf, 0x0100000c, 2), "not a program for arm64"
assert flags & 0x200000, "not position-independent"

commands = []
offset = 32
for _ in range(count):
    command, size = struct.unpack_from("<2I", program, offset)
    commands.append((command & 0x7fffffff, program[offset:offset + size]))
    offset += size


def only(command, layout, start=8):
    """The fields of the only load command of that number."""
    found = [body for number, body in commands if number == command]
    assert len(found) == 1, (hex(command), found)
    return struct.unpack_from(layout, found[0], start)


def text(body, start):
    """The bytes from there to the next NUL."""
    return body[start:].partition(b"\0")[0].decode()


# LC_BUILD_VERSION: macOS, and the oldest.
assert only(0x32, "<2I") == (1, 13 << 16), only(0x32, "<2I")
libraries = [text(body, 24) for number, body in commands if number in (0xc, 0x18, 0x1f, 0x20, 0x23)]
assert libraries == ["/usr/lib/libSystem.B.dylib"], libraries
assert all(number != 0x1c for number, _ in commands), "it searches libraries in a directory of its own"

# LC_SEGMENT_64: each begins on a page of the file and of the memory, and what follows is the next one's.
address = position = 0
for number, body in commands:
    if number == 0x19:
        start, memory, place, size, _, protection = struct.unpack_from("<4Q2i", body, 24)
        name = text(body, 8)
        assert (start, place % PAGE) == (address, 0) and memory % PAGE == 0 and size <= memory, (name, start, place)
        assert place == position and place + size <= len(program), (name, place, position)
        assert protection & 6 != 6, f"{name} can be written to and executed"
        address, position = start + memory, place + (-(-size // PAGE) * PAGE if name != "__LINKEDIT" else size)
assert position == len(program), "something follows the last segment"

# LC_SYMTAB, LC_DYSYMTAB: what is imported, and which symbol each stub is for.
symbols, symbol_count, strings, _ = only(0x2, "<4I")
imports, import_count = only(0xb, "<2I", 24)
stubs, stub_count = only(0xb, "<2I", 56)
indices = struct.unpack_from(f"<{stub_count}I", program, stubs)
assert all(index < symbol_count or index >> 30 for index in indices), "a stub has no symbol"
imported = [text(program, strings + struct.unpack_from("<I", program, symbols + 16 * index)[0])
            for index in range(imports, imports + import_count)]
known = {name for targets, names in re.findall(
    r"targets: +\[([^]]*)\]\s+(?:weak-)?symbols: +\[([^]]*)\]", Path(sys.argv[2]).read_text(encoding="utf8"))
         if "arm64" in targets for name in re.split(r"[\s,']+", names)}
assert imported and set(imported) <= known, set(imported) - known

# LC_CODE_SIGNATURE: a code directory with a hash of each page, and no certificate ("ad hoc").
signature, size = only(0x1d, "<2I")
assert signature + size == len(program), "something follows the signature"
magic, _, blobs, slot, start = struct.unpack_from(">5I", program, signature)
assert (magic, blobs, slot) == (0xfade0cc0, 1, 0), (hex(magic), blobs, slot)
start += signature
magic, _, _, flags, hashes, name, _, pages, limit, length, kind, _, shift = struct.unpack_from(">9I4B", program, start)
assert (magic, flags & 2, length, kind) == (0xfade0c02, 2, 32, 2), (hex(magic), hex(flags), length, kind)
assert limit == signature and pages == -(-limit >> shift), (limit, signature, pages)
assert text(program, start + name) == "btcq", text(program, start + name)
for page in range(pages):
    part = program[page << shift:min((page + 1) << shift, limit)]
    place = start + hashes + page * length
    assert hashlib.sha256(part).digest() == program[place:place + length], f"the signature does not fit page {page}"

print(*sorted(imported), sep="\n")
