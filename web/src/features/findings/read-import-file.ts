import type { paths } from "../../http/schema.d.ts";
import { readText } from "./read-text.ts";

export type ImportBody = NonNullable<
  paths["/api/findings/import"]["post"]["requestBody"]
>["content"]["application/json"];

/** A parsed file; `problem` if it is neither CSV nor JSON. */
export type ImportFile = { name: string } & (
  | Required<Pick<ImportBody, "sarif">>
  | Required<Pick<ImportBody, "csv">>
  | { problem: true }
);

/** The one tool that wrote a SARIF log; undefined for other files, or several tools. */
export function toolOf(file: ImportFile | null): string | undefined {
  if (file === null || !("sarif" in file)) return undefined;
  const { runs } = file.sarif as { runs?: { tool?: { driver?: { name?: unknown } } }[] };
  const names = new Set(Array.isArray(runs) ? runs.map((run) => run?.tool?.driver?.name) : []);
  const [name] = names;
  return names.size === 1 && typeof name === "string" ? name : undefined;
}

/** Recognises CSV by the file name; every other file must be a SARIF log. */
export async function readImportFile(file: File): Promise<ImportFile> {
  const { name } = file;
  const text = await readText(file);
  if (/\.(csv|tsv|txt)$/i.test(name)) return { name, csv: text };
  try {
    return { name, sarif: JSON.parse(text) as Required<ImportBody>["sarif"] };
  } catch {
    return { name, problem: true };
  }
}
