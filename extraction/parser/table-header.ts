const MAX_HEADER_CELL = 80;
const NUMBER_LIKE = /^[\s\d.,:/%€$£+()-]+$/;

/**
 * Whether the first row of a table, above others, names its columns: every cell is filled, short, unique and
 * not a number. Two columns are more often name and value, so they need a stronger sign.
 */
export function looksLikeHeader(first: readonly string[]): boolean {
  if (first.length < 3) return false;
  const isName = (cell: string) => cell !== "" && cell.length <= MAX_HEADER_CELL && !NUMBER_LIKE.test(cell);
  // The corner of a matrix is often empty.
  const names = first[0] === "" ? first.slice(1) : first;
  return names.every(isName) && new Set(first).size === first.length;
}
