import { AsyncLocalStorage } from "node:async_hooks";

/** The caller of a database connection. PostgreSQL shows only the caller's rows, whatever the statement. */
export type DatabaseCaller =
  /** The service itself: sees every row. */
  | { kind: "system" }
  /** A caller who may search one project: sees its evidence and passages, nothing else. */
  | { kind: "project"; project: string }
  | {
      kind: "user";
      id: string;
      role: string;
      managerId: string | null;
      demoAllowed: boolean;
      /** The projects to which the caller's credential is restricted; null without a restriction. */
      projectIds: readonly string[] | null;
      /** The caller sees every project, so their projects need not be looked up. */
      seesAll: boolean;
    };

/** The settings of a connection, in the form that the policies read. */
export interface SessionSettings {
  /** Input of compliance_caller() in the migration `core`. */
  caller: string;
  /** What the caller sees without a look-up: `all`, the one project being searched, or nothing. */
  sees: string;
  /** The role of the connection: see `openToOverseers`. */
  role: DatabaseRole;
}

export type DatabaseRole = "compliance_app" | "compliance_overseer";

const NO_CALLER: SessionSettings = { caller: "", sees: "", role: "compliance_app" };
const EVERYTHING = "all";
const acting = new AsyncLocalStorage<SessionSettings>();

function settingsOf(caller: DatabaseCaller): SessionSettings {
  const role = "compliance_app";
  if (caller.kind === "system") return { caller: JSON.stringify(caller), sees: EVERYTHING, role };
  if (caller.kind === "project") return { caller: JSON.stringify(caller), sees: caller.project, role };
  const { projectIds, seesAll, ...rest } = caller;
  const projects = projectIds === null ? null : `{${projectIds.join()}}`;
  const json = JSON.stringify({ ...rest, projects });
  return seesAll
    ? { caller: json, sees: EVERYTHING, role: "compliance_overseer" }
    : { caller: json, sees: "", role };
}

/** Runs work during which every connection acts for this caller. */
export const actAs = <T>(caller: DatabaseCaller, work: () => T): T => acting.run(settingsOf(caller), work);

/** Runs work on behalf of the service itself. */
export const actAsSystem = <T>(work: () => T): T => actAs({ kind: "system" }, work);

/** The settings for a connection taken now. Outside `actAs` there is no caller, who sees no protected row. */
export const sessionSettings = (): SessionSettings => acting.getStore() ?? NO_CALLER;
