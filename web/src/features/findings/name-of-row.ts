/** The end of a source id that an import made up from the content of a row without one. */
const MADE_UP = /:[0-9a-f]{32}(:\d+)?$/;

interface Row {
  title: string | null;
  source_id: string | null;
}

/** What a row of an import is called; null if nothing in it names it. */
export function nameOfRow({ title, source_id: source }: Row): string | null {
  const name = title ?? source?.replace(MADE_UP, "") ?? "";
  return name === "" ? null : name;
}
