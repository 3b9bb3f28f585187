import { ownValue } from "../own-value.rules.ts";

/** The files that can be filled in. */
export type QuestionnaireFormat = "xlsx" | "csv";

const FORMATS: Readonly<Record<string, QuestionnaireFormat>> = { xlsx: "xlsx", csv: "csv", tsv: "csv" };

/** The format by the file's name; null for another one. */
export function questionnaireFormat(fileName: string): QuestionnaireFormat | null {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return ownValue(FORMATS, extension) ?? null;
}
