import { deflateSync } from "node:zlib";

/*
 * The tags of a document are many small objects, one for each cell of a table, and PDFKit writes all objects as they are.
 * Here those without streams become compressed object streams with a compressed index (ISO 32000-1, 7.5.7 and 7.5.8),
 * which makes files with large tables a fourth as large.
 */

/** A reader unpacks all objects of a stream to get one. */
const OBJECTS_IN_STREAM = 200;
const HEADER = /^(\d+) 0 obj\n/;
const END = "\nendobj\n";
const [TRAILER, TRAILER_END] = ["trailer\n<<\n", "\n>>\nstartxref"];
/** For each object: its kind, its place or its stream, and its index in the stream. */
const [KIND_BYTES, PLACE_BYTES, INDEX_BYTES] = [1, 4, 2];
const ENTRY_BYTES = KIND_BYTES + PLACE_BYTES + INDEX_BYTES;
const [FREE, PLACED, PACKED] = [0, 1, 2];

interface Plain {
  number: number;
  body: string;
}

/** What PDFKit wrote: its objects in order, with their places. */
function objectsOf(pdf: string) {
  const start = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(pdf)?.[1]);
  const table = pdf.slice(start, pdf.lastIndexOf("trailer"));
  const places = [...table.matchAll(/^(\d{10}) 00000 n $/gm)]
    .map(([, at]) => Number(at))
    .toSorted((a, b) => a - b);
  const [from, to] = [pdf.lastIndexOf(TRAILER), pdf.lastIndexOf(TRAILER_END)];
  if (from < start || to < from || places.length === 0) throw new Error("the PDF has no index");
  const trailer = pdf.slice(from + TRAILER.length, to);
  return {
    head: pdf.slice(0, places[0]),
    parts: places.map((at, n) => pdf.slice(at, places[n + 1] ?? start)),
    trailer,
  };
}

const streamObject = (number: number, dictionary: string, bytes: Buffer): string => {
  const packed = deflateSync(bytes).toString("latin1");
  const keys = `${dictionary}\n/Filter /FlateDecode\n/Length ${packed.length}`;
  return `${number} 0 obj\n<<\n${keys}\n>>\nstream\n${packed}\nendstream${END}`;
};

function objectStream(number: number, objects: readonly Plain[]): string {
  let at = 0;
  const index = objects.map(({ number: own, body }) => {
    const entry = `${own} ${at}`;
    at += body.length + 1;
    return entry;
  });
  const first = `${index.join(" ")}\n`;
  const bytes = Buffer.from(first + objects.map(({ body }) => `${body}\n`).join(""), "latin1");
  return streamObject(number, `/Type /ObjStm\n/N ${objects.length}\n/First ${first.length}`, bytes);
}

/** Writes objects one after the other, and where each of them is. */
class PackedFile {
  readonly #parts: string[];
  readonly #entries = new Map<number, [kind: number, place: number, index: number]>();
  #length: number;

  constructor(head: string) {
    [this.#parts, this.#length] = [[head], head.length];
  }

  add(number: number, object: string): void {
    this.#entries.set(number, [PLACED, this.#length, 0]);
    this.#parts.push(object);
    this.#length += object.length;
  }

  addStream(number: number, objects: readonly Plain[]): void {
    for (const [index, one] of objects.entries()) this.#entries.set(one.number, [PACKED, number, index]);
    this.add(number, objectStream(number, objects));
  }

  /** The whole file, with its index as the object of this number. */
  end(number: number, trailer: string): Buffer {
    const at = this.#length;
    this.#entries.set(number, [PLACED, at, 0]);
    const index = Buffer.alloc((number + 1) * ENTRY_BYTES);
    for (let one = 0; one <= number; one += 1) {
      const [kind, place, order] = this.#entries.get(one) ?? [FREE, 0, 0];
      index.writeUInt8(kind, one * ENTRY_BYTES);
      index.writeUInt32BE(place, one * ENTRY_BYTES + KIND_BYTES);
      index.writeUInt16BE(order, one * ENTRY_BYTES + KIND_BYTES + PLACE_BYTES);
    }
    const widths = `[${KIND_BYTES} ${PLACE_BYTES} ${INDEX_BYTES}]`;
    const keys = `/Type /XRef\n/W ${widths}\n${trailer.replace(/^\/Size \d+$/m, `/Size ${number + 1}`)}`;
    this.add(number, streamObject(number, keys, index));
    return Buffer.from(`${this.#parts.join("")}startxref\n${at}\n%%EOF\n`, "latin1");
  }
}

/** A PDF that PDFKit wrote, in fewer bytes. */
export function packObjects(pdf: Buffer): Buffer {
  const { head, parts, trailer } = objectsOf(pdf.toString("latin1"));
  const file = new PackedFile(head);
  const plain: Plain[] = [];
  let last = 0;
  for (const part of parts) {
    const number = Number(HEADER.exec(part)?.[1]);
    last = Math.max(last, number);
    if (part.endsWith(`\nendstream${END}`)) file.add(number, part);
    else plain.push({ number, body: part.slice(part.indexOf("\n") + 1, -END.length) });
  }
  for (let at = 0; at < plain.length; at += OBJECTS_IN_STREAM)
    file.addStream((last += 1), plain.slice(at, at + OBJECTS_IN_STREAM));
  return file.end(last + 1, trailer);
}
