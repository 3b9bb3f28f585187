import { conflict } from "../../platform/errors.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { StoredFramework } from "./framework.entity.ts";
import { asFramework } from "./framework.queries.ts";
import type { Framework } from "./framework.rules.ts";
import { MAX_IMPORTED, catalogueIdOf, removedNumbers, someOf } from "./imported-framework.rules.ts";
import type { ReadCatalogue } from "./read-catalogue.ts";
import { only } from "../only.rules.ts";

export const FRAMEWORK_IMPORTS = ["created", "updated", "unchanged"] as const;

export interface ImportedFramework {
  framework: Framework;
  outcome: (typeof FRAMEWORK_IMPORTS)[number];
}

/** An arbitrary number that no other advisory lock uses. */
const FRAMEWORKS_LOCK = 7_411_203;

/** Allows one change of frameworks at a time, and none while a project is being created from one. */
async function lockFrameworks({ em }: CommandContext, id: string): Promise<StoredFramework | null> {
  await em.execute("select pg_advisory_xact_lock(?)", [FRAMEWORKS_LOCK]);
  await queryRows(em, { sql: "select 1 from frameworks where id = $1 for update", parameters: [id] });
  return em.findOne(StoredFramework, { id }, { refresh: true });
}

const referenceOf = ({ id, name, version, controls }: Framework) => ({
  framework: { id, name, version, controls: controls.length },
});

/** Includes projects that are being deleted, whose controls still exist. */
const USED = `select distinct c.number from controls c join projects p on p.id = c.project_id
  where p.framework = $1 and c.number = any ($2) order by 1`;

async function refuseRemoval({ em }: CommandContext, stored: Framework, next: ReadCatalogue): Promise<void> {
  const removed = removedNumbers(stored.controls, next.controls);
  if (removed.length === 0) return;
  const rows = await queryRows<{ number: string }>(em, { sql: USED, parameters: [stored.id, removed] });
  if (rows.length === 0) return;
  const controls = rows.map(({ number }) => number);
  throw conflict(
    `Version ${next.version} lacks controls used by projects: ${someOf(controls)}. ` +
      "Delete these projects first, or import it as a catalogue with another uuid",
    { controls },
  );
}

async function refuseTooMany({ em }: CommandContext): Promise<void> {
  if ((await em.count(StoredFramework)) >= MAX_IMPORTED)
    throw conflict(`There are already ${MAX_IMPORTED} imported frameworks: delete an unused one`);
}

/** With sorted keys, whatever order they were stored in. */
const asWritten = ({ name, version, language, description, controls }: Omit<Framework, "id">) => [
  name,
  version,
  language,
  description,
  controls.map(({ number, title, category, trustCategory, summary }) => [
    number,
    title,
    category,
    trustCategory,
    summary,
  ]),
];

const isSame = (stored: Framework, next: ReadCatalogue): boolean =>
  JSON.stringify(asWritten(stored)) === JSON.stringify(asWritten(next));

/**
 * Imports a catalogue as a framework for projects. Importing the same catalogue again updates it; projects
 * keep the controls they were created with, so controls in use must stay.
 */
export async function importFramework(
  ctx: CommandContext,
  catalogue: ReadCatalogue,
): Promise<ImportedFramework> {
  const { em, clock } = ctx;
  const stored = await lockFrameworks(ctx, catalogue.id);
  const before = stored === null ? null : asFramework(stored);
  if (before !== null && isSame(before, catalogue)) return { framework: before, outcome: "unchanged" };
  if (before === null) await refuseTooMany(ctx);
  else await refuseRemoval(ctx, before, catalogue);
  const now = clock.now();
  const row =
    stored === null
      ? em.create(StoredFramework, { ...catalogue, createdAt: now, updatedAt: now })
      : em.assign(stored, { ...catalogue, updatedAt: now });
  const framework = asFramework(row);
  const outcome = stored === null ? "created" : "updated";
  const data = { ...referenceOf(framework), outcome } as const;
  recordEvent(ctx, "framework.imported", { subject: row, data });
  return { framework, outcome };
}

const USERS = "select count(*)::int as projects from projects where framework = $1";

/** Deletes an imported framework that no project uses. */
export async function deleteFramework(ctx: CommandContext, framework: Framework): Promise<void> {
  const catalogueId = catalogueIdOf(framework.id);
  if (catalogueId === null) throw conflict("This framework is built in: only imported ones can be deleted");
  const stored = await lockFrameworks(ctx, catalogueId);
  if (stored === null) return;
  const counted = { sql: USERS, parameters: [framework.id] };
  const { projects } = only(await queryRows<{ projects: number }>(ctx.em, counted));
  if (projects > 0)
    throw conflict(`Projects use this framework: delete them first (${projects})`, { projects });
  recordEvent(ctx, "framework.deleted", {
    subject: stored,
    data: referenceOf(asFramework(stored)),
  });
  ctx.em.remove(stored);
}
