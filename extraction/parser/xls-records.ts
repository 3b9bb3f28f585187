const HEADER_BYTES = 4;

/** A record of the binary format, at its offset in the stream. */
export interface XlsRecord {
  type: number;
  data: Buffer;
  offset: number;
}

/** The records of a workbook of Excel 97 to 2003, until its damaged end. */
export function* recordsOf(stream: Buffer): Generator<XlsRecord> {
  for (let offset = 0; offset + HEADER_BYTES <= stream.length;) {
    const start = offset + HEADER_BYTES;
    const end = start + stream.readUInt16LE(offset + 2);
    if (end > stream.length) return;
    yield { type: stream.readUInt16LE(offset), data: stream.subarray(start, end), offset };
    offset = end;
  }
}
