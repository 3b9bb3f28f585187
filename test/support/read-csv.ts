/** The rows of a CSV file; a quoted cell may contain commas, quotes and line breaks. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    if (end === "" && cells.length === 0 && (quoted ?? plain) === "") break;
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}
