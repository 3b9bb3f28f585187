import { cleanText } from "./clean-text.ts";
import { hideColumns, noHiddenCells, type HiddenCells } from "./hidden-cells.ts";
import { shownPictures, storedPictures } from "./office-art.ts";
import type { Drawing } from "./sheet-drawings.ts";
import { marginOfRecord, noMargins, type SheetMargins } from "./sheet-margins.ts";
import { recordsOf, type XlsRecord } from "./xls-records.ts";

/** What the library does not read of a sheet. */
export interface XlsSheet {
  hidden: HiddenCells;
  drawings: Drawing[];
  margins: SheetMargins;
  hasChart: boolean;
  /** By cell, dates that have no format. */
  dates: ReadonlyMap<string, string>;
}

export const NOTHING_ELSE: XlsSheet = {
  hidden: noHiddenCells(),
  drawings: [],
  margins: noMargins(),
  dates: new Map(),
  hasChart: false,
};

const RECORD = {
  sheet: 0x0085,
  begin: 0x0809,
  end: 0x000a,
  header: 0x0014,
  footer: 0x0015,
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
const CHART = 0x20;

/** A sheet while it is read. */
interface Open {
  hidden: HiddenCells;
  header: Buffer;
  footer: Buffer;
  drawing: Buffer[];
  texts: string[];
  hasChart: boolean;
}

/** The text of a box: one byte for its width, then letters of one or two bytes. */
const boxText = (data: Buffer): string =>
  cleanText(data.subarray(1).toString(data[0] === 0 ? "latin1" : "utf16le"));

/** Takes note of a record of a sheet; `before` are the two records before it. */
function readRecord(open: Open, { type, data }: XlsRecord, [last, object]: [number, number]): void {
  if (type === RECORD.row && data.length >= 14) {
    if ((data.readUInt16LE(12) & ROW_IS_HIDDEN) !== 0 || data.readUInt16LE(6) === 0)
      open.hidden.rows.add(data.readUInt16LE(0));
  } else if (type === RECORD.column && data.length >= 10) {
    if ((data.readUInt16LE(8) & 1) !== 0 || data.readUInt16LE(4) === 0)
      hideColumns(open.hidden, data.readUInt16LE(0), data.readUInt16LE(2));
  } else if (type === RECORD.header) open.header = data;
  else if (type === RECORD.footer) open.footer = data;
  else if (type === RECORD.drawing) open.drawing.push(data);
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
      const isChart = data.length >= 4 && data.readUInt16LE(2) === CHART;
      if (depth === 1) {
        const [header, footer] = [Buffer.alloc(0), Buffer.alloc(0)];
        open = { hidden: noHiddenCells(), header, footer, drawing: [], texts: [], hasChart: false };
        sheets.set(offset, open);
      }
      if (isChart && open !== undefined) open.hasChart = true;
    } else if (type === RECORD.end) depth -= 1;
    else if (type === RECORD.sheet && data.length >= 4) offsets.push(data.readUInt32LE(0));
    else if (type === RECORD.group || (type === RECORD.continued && last === RECORD.group)) group.push(data);
    else if (type === RECORD.object && data.length >= 6) object = data.readUInt16LE(4);
    if (open !== undefined) readRecord(open, record, [last, object]);
    if (type !== RECORD.continued || last === RECORD.text) last = type;
  }
  return { group: Buffer.concat(group), offsets, sheets };
}

/** The sheets of a workbook of Excel 97 to 2003, in the order of their names. */
export function readXlsSheets(stream: Buffer, names: readonly string[]): XlsSheet[] {
  const { group, offsets, sheets } = readStream(stream);
  const pictures = storedPictures(group);
  return offsets.map((offset, index) => {
    const open = sheets.get(offset);
    if (open === undefined) return NOTHING_ELSE;
    const { hidden, drawing, texts } = open;
    const [headers, footers] = [open.header, open.footer].map((data) =>
      marginOfRecord(data, names[index] ?? ""),
    ) as [string[], string[]];
    const shown = shownPictures(Buffer.concat(drawing)).flatMap((index) => pictures[index] ?? []);
    const drawings = [...texts.filter((text) => text !== "").map((text) => ({ text })), ...shown];
    return { ...NOTHING_ELSE, hidden, drawings, margins: { headers, footers }, hasChart: open.hasChart };
  });
}
