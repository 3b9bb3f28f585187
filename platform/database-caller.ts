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
    };

const NOBODY = "";
const acting = new AsyncLocalStorage<string>();

/** As the policies read it: compliance_caller() of the migration `row_level_security`. */
function textOf(caller: DatabaseCaller): string {
  if (caller.kind !== "user") return JSON.stringify(caller);
  const { projectIds, ...rest } = caller;
  return JSON.stringify({ ...rest, projects: projectIds === null ? null : `{${projectIds.join()}}` });
}

/** Does work in whose course every connection is told that it acts for this caller. */
export const actAs = <T>(caller: DatabaseCaller, work: () => T): T => acting.run(textOf(caller), work);

/** Does work for the service itself. */
export const actAsSystem = <T>(work: () => T): T => actAs({ kind: "system" }, work);

/** What a connection taken here and now is told; empty outside of `actAs`: nobody, who sees no protected row. */
export const toldCaller = (): string => acting.getStore() ?? NOBODY;
