import type { EntityManager } from "@mikro-orm/postgresql";
import { invalid, notFound, type AppError } from "../../platform/errors.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { builtInFramework, frameworks } from "./catalogue.rules.ts";
import { StoredFramework } from "./framework.entity.ts";
import type { Framework } from "./framework.rules.ts";
import { catalogueIdOf, importedId } from "./imported-framework.rules.ts";

type Reading = { em: EntityManager };

export const asFramework = (row: Row<StoredFramework>): Framework => ({
  id: importedId(row.id),
  name: row.name,
  description: row.description,
  version: row.version,
  language: row.language ?? null,
  controls: row.controls,
});

/** Built-in frameworks, then imported ones in order of import. */
export async function listFrameworks({ em }: Reading): Promise<Framework[]> {
  const orderBy = { createdAt: "asc", id: "asc" } as const;
  const rows = await readRows(em, StoredFramework, { where: {}, orderBy });
  return [...frameworks, ...rows.map(asFramework)];
}

/** The built-in or imported framework with this id; null if there is none. */
export async function findFramework({ em }: Reading, id: string): Promise<Framework | null> {
  const builtIn = builtInFramework(id);
  if (builtIn !== undefined) return builtIn;
  const catalogueId = catalogueIdOf(id);
  if (catalogueId === null) return null;
  const [row] = await readRows(em, StoredFramework, { where: { id: catalogueId } });
  return row === undefined ? null : asFramework(row);
}

/** The same, locked until the transaction ends if it was imported. */
export async function holdFramework({ em }: Reading, id: string): Promise<Framework | null> {
  const catalogueId = catalogueIdOf(id);
  if (catalogueId !== null)
    await queryRows(em, {
      sql: "select 1 from frameworks where id = $1 for share",
      parameters: [catalogueId],
    });
  return findFramework({ em }, id);
}

/** The framework with this id; NOT_FOUND if there is none. */
export async function readFramework(ctx: Reading, id: string): Promise<Framework> {
  const framework = await findFramework(ctx, id);
  if (framework === null) throw notFound("Framework");
  return framework;
}

/** For a framework that a caller names: VALIDATION_ERROR if there is none. */
export async function unknownFramework(ctx: Reading): Promise<AppError> {
  const known = (await listFrameworks(ctx)).map(({ id }) => id).join(", ");
  return invalid({ field: "framework", error: `unknown framework; use one of ${known}` });
}
