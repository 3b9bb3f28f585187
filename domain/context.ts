import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../platform/clock.ts";
import type { Actor } from "./actor.ts";

/** An event row that starts a workflow, passed to the dispatcher after the commit. */
export interface StartingEvent {
  id: string;
  kind: string;
}

/** The origin of a request, for the audit log. */
export interface Origin {
  requestId: string;
  /** Empty without a session. */
  sessionId: string;
  address: string | null;
}

/** The context of a query: the caller and the database. */
export interface QueryContext {
  em: EntityManager;
  actor: Actor;
  clock: Clock;
  /** Omitted if there is no request. */
  origin?: Origin | undefined;
}

/**
 * The context of a command. Its `em` is inside one transaction, whose commit writes what the command has changed; a
 * command flushes only before statements that the ORM does not know of. `events` collects those that start a workflow.
 */
export interface CommandContext extends QueryContext {
  events: StartingEvent[];
}

/** Runs the one transaction of a command that has none open while it waits for others, and returns its result. */
export type Change = <T>(work: (em: EntityManager) => Promise<T>) => Promise<T>;

/** A command's context without a caller: workflows that act for the service itself. */
export interface SystemContext extends Omit<CommandContext, "actor"> {
  actor: null;
}
