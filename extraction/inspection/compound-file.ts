import { damagedFile } from "../rejected-file-error.ts";
import type { ByteSource } from "./byte-source.ts";

/*
 * Reads the directory of an OLE compound file ([MS-CFB]) and the first bytes of its streams. The npm packages
 * load the whole file into memory, which an upload check must not do.
 */

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const HEADER_FAT_SLOTS = 109;
/** Real files have a few hundred directory entries; this bounds endless chains. */
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
const MAX_FAT_SECTORS = 20_000;
const MAX_SECTOR = 0xffff_fffa;
const NONE = 0xffff_ffff;

type EntryKind = "storage" | "stream" | "root" | "unused";

export interface CompoundEntry {
  name: string;
  kind: EntryKind;
  start: number;
  size: number;
  left: number;
  right: number;
  child: number;
}

interface Layout {
  source: ByteSource;
  sectorBytes: number;
  miniSectorBytes: number;
  miniCutoff: number;
  fatSectors: number[];
  firstMiniFat: number;
  /** Cached FAT sectors. */
  cache: Map<number, Buffer>;
}

export interface CompoundFile {
  /** Every entry at any depth. */
  entries: CompoundEntry[];
  /** The entries directly in the root. */
  topLevel: CompoundEntry[];
  /** The first `length` bytes of a stream, or all of it if it is shorter. */
  readStart(entry: CompoundEntry, length: number): Promise<Buffer>;
}

const damaged = () => damagedFile("its internal structure is broken");

function readSector(layout: Layout, sector: number): Promise<Buffer> {
  return layout.source.read((sector + 1) * layout.sectorBytes, layout.sectorBytes);
}

/** The sectors of the allocation table: 109 listed in the header, the others in a chain. */
async function readFatSectors(layout: Layout, header: Buffer): Promise<number[]> {
  const sectors: number[] = [];
  for (let i = 0; i < HEADER_FAT_SLOTS; i += 1) sectors.push(header.readUInt32LE(76 + i * 4));
  let next = header.readUInt32LE(68);
  const slots = layout.sectorBytes / 4 - 1;
  while (next < MAX_SECTOR && sectors.length < MAX_FAT_SECTORS) {
    const table = await readSector(layout, next);
    for (let i = 0; i < slots; i += 1) sectors.push(table.readUInt32LE(i * 4));
    next = table.readUInt32LE(slots * 4);
  }
  return sectors.filter((sector) => sector < MAX_SECTOR);
}

async function nextSector(layout: Layout, sector: number): Promise<number> {
  const perSector = layout.sectorBytes / 4;
  const fatSector = layout.fatSectors[Math.floor(sector / perSector)];
  if (fatSector === undefined) throw damaged();
  const table = layout.cache.get(fatSector) ?? (await readSector(layout, fatSector));
  layout.cache.set(fatSector, table);
  return table.readUInt32LE((sector % perSector) * 4);
}

async function readChain(layout: Layout, start: number, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sector = start;
  while (sector < MAX_SECTOR && parts.length * layout.sectorBytes < maxBytes) {
    parts.push(await readSector(layout, sector));
    sector = await nextSector(layout, sector);
  }
  return Buffer.concat(parts);
}

const KINDS: Record<number, EntryKind> = { 1: "storage", 2: "stream", 5: "root" };

function parseEntry(bytes: Buffer): CompoundEntry {
  const nameBytes = Math.min(64, Math.max(2, bytes.readUInt16LE(64)));
  return {
    name: bytes.toString("utf16le", 0, nameBytes - 2),
    kind: KINDS[bytes.readUInt8(66)] ?? "unused",
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  };
}

/** Siblings form a binary tree; broken files can turn it into a loop, so each entry is visited once. */
function childrenOf(entries: CompoundEntry[], parent: CompoundEntry): CompoundEntry[] {
  const seen = new Set<number>();
  const todo = [parent.child];
  while (todo.length > 0) {
    const id = todo.pop() ?? NONE;
    const entry = entries[id];
    if (entry === undefined || seen.has(id)) continue;
    seen.add(id);
    todo.push(entry.left, entry.right);
  }
  return [...seen].map((id) => entries[id]).filter((entry) => entry !== undefined);
}

/** Streams below the cutoff are stored in 64-byte pieces inside the root's stream. */
async function readSmallStream(layout: Layout, root: CompoundEntry, entry: CompoundEntry, length: number) {
  const miniFat = await readChain(layout, layout.firstMiniFat, MAX_DIRECTORY_BYTES);
  const container = await readChain(layout, root.start, Math.min(root.size, MAX_DIRECTORY_BYTES));
  const parts: Buffer[] = [];
  let piece = entry.start;
  while (piece < MAX_SECTOR && parts.length * layout.miniSectorBytes < length) {
    const at = piece * layout.miniSectorBytes;
    if (at >= container.length || piece * 4 + 4 > miniFat.length) throw damaged();
    parts.push(container.subarray(at, at + layout.miniSectorBytes));
    piece = miniFat.readUInt32LE(piece * 4);
  }
  return Buffer.concat(parts);
}

async function readLayout(source: ByteSource): Promise<Layout & { directory: Buffer }> {
  const header = await source.read(0, HEADER_BYTES);
  const sectorShift = header.readUInt16LE(30);
  if (sectorShift !== 9 && sectorShift !== 12) throw damaged();
  const layout: Layout = {
    source,
    sectorBytes: 1 << sectorShift,
    miniSectorBytes: 1 << Math.min(9, header.readUInt16LE(32)),
    miniCutoff: header.readUInt32LE(56),
    fatSectors: [],
    firstMiniFat: header.readUInt32LE(60),
    cache: new Map(),
  };
  layout.fatSectors = await readFatSectors(layout, header);
  const directory = await readChain(layout, header.readUInt32LE(48), MAX_DIRECTORY_BYTES);
  return { ...layout, directory };
}

/** Opens a compound file by reading its directory only. Throws RejectedFileError `corrupt`. */
export async function openCompoundFile(source: ByteSource): Promise<CompoundFile> {
  const layout = await readLayout(source);
  const entries: CompoundEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= layout.directory.length; at += ENTRY_BYTES)
    entries.push(parseEntry(layout.directory.subarray(at, at + ENTRY_BYTES)));
  const root = entries[0];
  if (root?.kind !== "root") throw damaged();
  const readStart = async (entry: CompoundEntry, length: number) => {
    const wanted = Math.min(length, entry.size);
    const small = entry.size < layout.miniCutoff;
    const bytes = small
      ? await readSmallStream(layout, root, entry, wanted)
      : await readChain(layout, entry.start, wanted);
    return bytes.subarray(0, wanted);
  };
  return { entries, topLevel: childrenOf(entries, root), readStart };
}
