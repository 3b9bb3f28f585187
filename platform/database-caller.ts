import { AsyncLocalStorage } from "node:async_hooks";

/** For whom the database is asked: it shows each only what is theirs, whatever the statement says. */
export type DatabaseCaller =
  /** The service itself: sees every row. */
  | { kind: "system" }
  /** Somebody who was allowed to search one project: sees its evidence and passages, nothing else. */
  | { kind: "project"; project: string }
  | {
      kind: "user";
      id: string;
      role: string;
      managerId: string | null;
      demoAllowed: boolean;
      /** The projects the caller's credential is confined to; null when it is not. */
      projectIds: readonly string[] | null;
      /** Nothing keeps them from any project: their projects need not be looked up. */
      seesAll: boolean;
    };

/** What a connection is told, as the policies read it. */
export interface Told {
  /** compliance_caller() of the migration `row_level_security`. */
  caller: string;
  /** What is seen without looking anything up: `all`, the one project that is searched, or nothing. */
  sees: string;
  /** As whom the connection acts: see `openToOverseers`. */
  role: DatabaseRole;
}

export type DatabaseRole = "compliance_app" | "compliance_overseer";

const NOBODY: Told = { caller: "", sees: "", role: "compliance_app" };
const EVERYTHING = "all";
const acting = new AsyncLocalStorage<Told>();

function toldOf(caller: DatabaseCaller): Told {
  const role = "compliance_app";
  if (caller.kind === "system") return { caller: JSON.stringify(caller), sees: EVERYTHING, role };
  if (caller.kind === "project") return { caller: JSON.stringify(caller), sees: caller.project, role };
  const { projectIds, seesAll, ...rest } = caller;
  const projects = projectIds === null ? null : `{${projectIds.join()}}`;
  const told = JSON.stringify({ ...rest, projects });
  return seesAll
    ? { caller: told, sees: EVERYTHING, role: "compliance_overseer" }
    : { caller: told, sees: "", role };
}

/** Does work in whose course every connection is told that it acts for this caller. */
export const actAs = <T>(caller: DatabaseCaller, work: () => T): T => acting.run(toldOf(caller), work);

/** Does work for the service itself. */
export const actAsSystem = <T>(work: () => T): T => actAs({ kind: "system" }, work);

/** What a connection taken here and now is told; empty outside of `actAs`: nobody, who sees no protected row. */
export const toldCaller = (): Told => acting.getStore() ?? NOBODY;
