import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  data: Buffer | string;
  /** The declared decompressed size; correct by default. */
  claimedBytes?: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATE = 8;

interface Packed {
  name: Buffer;
  body: Buffer;
  sizes: Buffer;
}

function pack({ name, data, claimedBytes }: ZipEntry): Packed {
  const bytes = Buffer.from(data);
  const body = deflateRawSync(bytes);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(bytes), 0);
  sizes.writeUInt32LE(body.length, 4);
  sizes.writeUInt32LE(claimedBytes ?? bytes.length, 8);
  return { name: Buffer.from(name), body, sizes };
}

function localHeader({ name, sizes }: Packed): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(DEFLATE, 8);
  sizes.copy(head, 14);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function centralHeader({ name, sizes }: Packed, offset: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(CENTRAL, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(DEFLATE, 10);
  sizes.copy(head, 16);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

/**
 * A zip that can contain false information: `overlapping` points every entry of the directory to the first.
 */
export function makeZip(entries: readonly ZipEntry[], { overlapping = false } = {}): Buffer {
  const packed = entries.map(pack);
  const locals = packed.map((entry) => Buffer.concat([localHeader(entry), entry.body]));
  const offsets = locals.map((_, i) => locals.slice(0, i).reduce((sum, local) => sum + local.length, 0));
  const central = Buffer.concat(
    packed.map((entry, i) => centralHeader(entry, overlapping ? 0 : (offsets[i] ?? 0))),
  );
  const body = Buffer.concat(locals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(packed.length, 8);
  end.writeUInt16LE(packed.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, central, end]);
}
