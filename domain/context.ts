import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../platform/clock.ts";
import type { Actor } from "./actor.ts";

/** A reference to an event row, passed to the dispatcher after the commit. */
export interface RecordedEvent {
  id: string;
  kind: string;
  subjectId: string;
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

/** The context of a command. Its `em` is inside one transaction; `events` collects the recorded ones. */
export interface CommandContext extends QueryContext {
  events: RecordedEvent[];
}

/** A command's context without a caller: workflows that act for the service itself. */
export interface SystemContext extends Omit<CommandContext, "actor"> {
  actor: null;
}
