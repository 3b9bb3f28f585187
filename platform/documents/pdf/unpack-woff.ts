import { inflateSync } from "node:zlib";

const [WOFF_HEADER, WOFF_ENTRY] = [44, 20] as const;
const [SFNT_HEADER, SFNT_ENTRY] = [12, 16] as const;

interface Table {
  tag: Buffer;
  checksum: number;
  data: Buffer;
}

function tableAt(woff: Buffer, entry: number): Table {
  const at = (word: number): number => woff.readUInt32BE(entry + 4 * word);
  const [offset, packed, full] = [at(1), at(2), at(3)];
  const raw = woff.subarray(offset, offset + packed);
  const data = packed < full ? inflateSync(raw) : raw;
  return { tag: woff.subarray(entry, entry + 4), checksum: at(4), data };
}

/** Converts a WOFF font to TrueType: WOFF readers decompress a whole table for each character. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => tableAt(woff, WOFF_HEADER + n * WOFF_ENTRY));
  const head = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (const [n, { tag, checksum, data }] of tables.entries()) {
    const entry = SFNT_HEADER + n * SFNT_ENTRY;
    tag.copy(head, entry);
    head.writeUInt32BE(checksum, entry + 4);
    head.writeUInt32BE(end, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    end += data.length + padding.length;
  }
  return Buffer.concat(parts);
}
