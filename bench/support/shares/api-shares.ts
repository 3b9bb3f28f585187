import { newId } from "../../../platform/ids.ts";
import type { ShareKind } from "../measure-share.ts";
import { timed } from "../../../testkit/percentiles.ts";
import { seededRandom } from "../../../testkit/seeded-random.ts";
import { benchDocument, type BenchCaller } from "../bench-caller.ts";
import type { TwoCallers } from "./two-callers.ts";

const SAMPLES = 60;
const FILES = 5;
/** A list of the maximum length of an export, for the greedy caller. */
const ROWS = 10_000;

/** The same request for both callers, or a more expensive one for the greedy caller. */
function requests(
  { quiet, greedy }: TwoCallers,
  name: string,
  of: (caller: BenchCaller, isGreedy: boolean) => Promise<number>,
): ShareKind {
  const isServed = (status: number) => status < 300;
  return {
    name,
    samples: SAMPLES,
    greedy: async () => isServed(await of(greedy, true)),
    quiet: async () => {
      const { value: status, milliseconds } = await timed(() => of(quiet, false));
      return isServed(status) ? milliseconds : null;
    },
  };
}

export const readShare = (callers: TwoCallers): ShareKind =>
  requests(callers, "reads (20 projects)", (caller) => caller.status("GET", "/api/v1/projects?limit=20"));

export const writeShare = (callers: TwoCallers): ShareKind =>
  requests(callers, "writes (a finding)", ({ projectId, status }) =>
    status("POST", "/api/findings", { body: { project_id: projectId, title: "A finding", severity: "Low" } }),
  );

export async function exportShare(callers: TwoCallers): Promise<ShareKind> {
  const { greedy, pool } = callers;
  await pool.query(
    `insert into agents (id, project_id, name, kind, registered_by_id, created_at, updated_at)
     select id, $2, id::text, 'many', $3, now(), now() from unnest($1::uuid[]) as t(id)`,
    [Array.from({ length: ROWS }, newId), greedy.projectId, greedy.userId],
  );
  await pool.query("analyze agents");
  return requests(callers, `exports (100 rows beside ${ROWS})`, (caller, isGreedy) =>
    caller.status("GET", isGreedy ? "/api/agents?kind=many" : "/api/v1/projects", { accept: "text/csv" }),
  );
}

/** From the upload until a search finds it: 2 pages beside many documents of 12. */
export async function ingestionShare({ quiet, greedy }: TwoCallers): Promise<ShareKind> {
  const random = seededRandom(FILES);
  const [small, large] = [await benchDocument(2, random), await benchDocument(12, random)];
  return {
    name: "ingestion (2 pages beside 12)",
    samples: FILES,
    greedy: async (signal) => {
      await greedy.untilRead(await greedy.upload(large), { signal });
      return true;
    },
    quiet: async () => (await timed(async () => quiet.untilRead(await quiet.upload(small)))).milliseconds,
  };
}
