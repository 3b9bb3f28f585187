import type { ListIds } from "./known-ids.ts";

/** Values of the parameters of a path, for example `{ id: [...], itemId: [...] }`. */
export type PathIds = Record<string, string[]>;

/** Ending its own session would end the run. */
const EXCEPT = "/api/v1/users/me/sessions/";
/** So many parents are tried until one has children. */
const MAX_PARENTS = 5;

interface Caller {
  idsOf: ListIds;
  /** Ids that no path may name, such as those of the accounts that sign in. */
  spared: ReadonlySet<string>;
}

/** Fills the parameters of `path` from the lists above them, as far as the caller may read these. */
async function idsAlong(path: string, caller: Caller, above = "", known: PathIds = {}): Promise<PathIds> {
  const [, list, name, rest] = /^([^{]*)\/\{(\w+)\}(.*)$/.exec(path) ?? [];
  if (list === undefined || name === undefined || rest === undefined) return known;
  const all = await caller.idsOf(above + list);
  const ids = all.filter((id) => !caller.spared.has(id));
  if (ids.length === 0) return known;
  if (!rest.includes("{")) return { ...known, [name]: ids };
  for (const id of ids.slice(0, MAX_PARENTS)) {
    const deeper = await idsAlong(rest, caller, `${above}${list}/${id}`, { ...known, [name]: [id] });
    if (Object.keys(deeper).length > Object.keys(known).length + 1) return deeper;
  }
  return { ...known, [name]: ids };
}

/** Existing ids for the parameters of each path. */
export async function findKnownPathIds(
  paths: readonly string[],
  caller: Caller,
): Promise<Record<string, PathIds>> {
  const known: Record<string, PathIds> = {};
  for (const path of paths) {
    const ids = path.startsWith(EXCEPT) ? {} : await idsAlong(path, caller);
    if (Object.keys(ids).length > 0) known[path] = ids;
  }
  return known;
}
