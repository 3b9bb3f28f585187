/*
 * Pictures in the binary formats of Office: containers of atoms, each with its version, type and length.
 */

const HEADER_BYTES = 8;
const CONTAINER = 0xf;
const MAX_DEPTH = 12;

const STORED = 0xf007;
const STORED_HEADER_BYTES = 36;
const PROPERTIES = 0xf00b;
const PROPERTY_BYTES = 6;
/** Which of the stored pictures a shape shows, counting from 1; the other bits are marks. */
const PICTURE_PROPERTY = 0x0104;
const PROPERTY_NUMBER = 0x3fff;

/** One or two hashes and a mark precede the bytes. */
const HASH_BYTES = 16;
const WITH_TWO_HASHES = new Set([0x46b, 0x6e3, 0x6e1]);
const TYPES: Readonly<Record<number, string>> = {
  0xf01d: "image/jpeg",
  0xf02a: "image/jpeg",
  0xf01e: "image/png",
};
/** Drawings of Windows and other pictures, which cannot be read. */
const OTHER = "image/x-other";
const BLIPS = { first: 0xf018, last: 0xf117 };

interface Atom {
  instance: number;
  type: number;
  data: Buffer;
}

export interface StoredPicture {
  contentType: string;
  picture: Buffer;
}

/** The atoms at any depth, in order. */
function* atomsIn(bytes: Buffer, depth = 0): Generator<Atom> {
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const head = bytes.readUInt16LE(at);
    const start = at + HEADER_BYTES;
    const end = Math.min(bytes.length, start + bytes.readUInt32LE(at + 4));
    const data = bytes.subarray(start, end);
    yield { instance: head >> 4, type: bytes.readUInt16LE(at + 2), data };
    if ((head & CONTAINER) === CONTAINER && depth < MAX_DEPTH) yield* atomsIn(data, depth + 1);
    at = end;
  }
}

function pictureIn({ data }: Atom): StoredPicture | null {
  const nameBytes = data.length > STORED_HEADER_BYTES ? data.readUInt8(STORED_HEADER_BYTES - 3) : 0;
  const [blip] = atomsIn(data.subarray(STORED_HEADER_BYTES + nameBytes), MAX_DEPTH);
  if (blip === undefined || blip.type < BLIPS.first || blip.type > BLIPS.last) return null;
  const contentType = TYPES[blip.type] ?? OTHER;
  const hashes = WITH_TWO_HASHES.has(blip.instance) ? 2 : 1;
  return { contentType, picture: blip.data.subarray(hashes * HASH_BYTES + 1) };
}

/** The pictures of a file, in their order; null for one that is only a reference. */
export const storedPictures = (group: Buffer): (StoredPicture | null)[] =>
  [...atomsIn(group)].filter(({ type }) => type === STORED).map(pictureIn);

/** Which pictures shapes show, from 0. */
export function shownPictures(drawing: Buffer): number[] {
  const shown: number[] = [];
  for (const { type, instance, data } of atomsIn(drawing)) {
    if (type !== PROPERTIES) continue;
    for (let n = 0; n < instance && (n + 1) * PROPERTY_BYTES <= data.length; n += 1)
      if ((data.readUInt16LE(n * PROPERTY_BYTES) & PROPERTY_NUMBER) === PICTURE_PROPERTY)
        shown.push(data.readUInt32LE(n * PROPERTY_BYTES + 2) - 1);
  }
  return shown;
}
