import { cleanText } from "./clean-text.ts";
import { hideColumns, noHiddenCells, type HiddenCells } from "./hidden-cells.ts";
import { shownPictures, storedPictures } from "./office-art.ts";
import type { Drawing } from "./sheet-drawings.ts";
import { recordsOf, type XlsRecord } from "./xls-records.ts";

/** What the library does not read of a sheet. */
export interface XlsSheet {
  hidden: HiddenCells;
  drawings: Drawing[];
}

const RECORD = {
  sheet: 0x0085,
  begin: 0x0809,
  end: 0x000a,
  row: 0x0208,
  column: 0x007d,
  object: 0x005d,
  text: 0x01b6,
  continued: 0x003c,
  group: 0x00eb,
  drawing: 0x00ec,
};
const ROW_IS_HIDDEN = 0x20;
const NOTE = 0x19;

/** A sheet while it is read. */
interface Open {
  hidden: HiddenCells;
  drawing: Buffer[];
  texts: string[];
}

/** The text of a box: one byte for its width, then letters of one or two bytes. */
const boxText = (data: Buffer): string =>
  cleanText(data.subarray(1).toString(data[0] === 0 ? "latin1" : "utf16le"));

/** Takes note of a record of a sheet; `before` are the two records before it. */
function readRecord(open: Open, { type, data }: XlsRecord, [last, object]: [number, number]): void {
  if (type === RECORD.row && data.length >= 14) {
    if ((data.readUInt16LE(12) & ROW_IS_HIDDEN) !== 0) open.hidden.rows.add(data.readUInt16LE(0));
  } else if (type === RECORD.column && data.length >= 10) {
    if ((data.readUInt16LE(8) & 1) !== 0)
      hideColumns(open.hidden, data.readUInt16LE(0), data.readUInt16LE(2));
  } else if (type === RECORD.drawing) open.drawing.push(data);
  else if (type === RECORD.continued && last === RECORD.drawing) open.drawing.push(data);
  else if (type === RECORD.continued && last === RECORD.text && object !== NOTE && data.length > 1)
    open.texts.push(boxText(data));
}

function readStream(stream: Buffer): { group: Buffer; offsets: number[]; sheets: Map<number, Open> } {
  const [group, offsets]: [Buffer[], number[]] = [[], []];
  const sheets = new Map<number, Open>();
  let [depth, last, object] = [0, 0, 0];
  let open: Open | undefined;
  for (const record of recordsOf(stream)) {
    const { type, data, offset } = record;
    if (type === RECORD.begin) {
      depth += 1;
      if (depth === 1) {
        open = { hidden: noHiddenCells(), drawing: [], texts: [] };
        sheets.set(offset, open);
      }
    } else if (type === RECORD.end) depth -= 1;
    else if (type === RECORD.sheet && data.length >= 4) offsets.push(data.readUInt32LE(0));
    else if (type === RECORD.group || (type === RECORD.continued && last === RECORD.group)) group.push(data);
    else if (type === RECORD.object && data.length >= 6) object = data.readUInt16LE(4);
    if (open !== undefined) readRecord(open, record, [last, object]);
    if (type !== RECORD.continued || last === RECORD.text) last = type;
  }
  return { group: Buffer.concat(group), offsets, sheets };
}

/** The sheets of a workbook of Excel 97 to 2003, in its order. */
export function readXlsSheets(stream: Buffer): XlsSheet[] {
  const { group, offsets, sheets } = readStream(stream);
  const pictures = storedPictures(group);
  return offsets.map((offset) => {
    const { hidden, drawing, texts } = sheets.get(offset) ?? {
      hidden: noHiddenCells(),
      drawing: [],
      texts: [],
    };
    const shown = shownPictures(Buffer.concat(drawing)).flatMap((index) => pictures[index] ?? []);
    return { hidden, drawings: [...texts.filter((text) => text !== "").map((text) => ({ text })), ...shown] };
  });
}
