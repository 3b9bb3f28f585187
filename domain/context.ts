import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../platform/clock.ts";
import type { Actor } from "./actor.ts";

/** A handle to an event row, handed to the dispatcher after the commit. */
export interface RecordedEvent {
  id: string;
  kind: string;
  subjectId: string;
}

/** Where a request came from: for the audit log. */
export interface Origin {
  requestId: string;
  /** Empty without a session. */
  sessionId: string;
  address: string | null;
}

/** What a query needs: the caller and a view of the database. */
export interface QueryContext {
  em: EntityManager;
  actor: Actor;
  clock: Clock;
  /** Left out where no request is behind it. */
  origin?: Origin | undefined;
}

/** What a command needs. Its `em` is inside one transaction; `events` collects what was recorded in it. */
export interface CommandContext extends QueryContext {
  events: RecordedEvent[];
}

/** A command's context when nobody asked: workflows acting for the service itself. */
export interface SystemContext extends Omit<CommandContext, "actor"> {
  actor: null;
}
