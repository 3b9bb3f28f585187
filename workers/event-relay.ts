import {
  publishEvents,
  publishSingly,
  type PublishedEvent,
  type ReceiveEvents,
} from "../domain/events/publish-events.ts";
import type { Clock } from "../platform/clock.ts";
import type { Wake } from "../platform/database/listen.ts";
import { infrastructureFault } from "../platform/database/infrastructure-fault.ts";
import type { Orm } from "../platform/database/orm.ts";
import type { Logger } from "../platform/logger.ts";
import { runRounds } from "./run-rounds.ts";

export interface EventRelayDeps {
  orm: Orm;
  clock: Clock;
  logger: Logger;
}

/** A feature's handling of published events. */
export interface EventReceiver {
  receive: ReceiveEvents;
  /** After each round, with the number of events that it published. */
  afterRound?(published: number): Promise<void>;
}

/** The interval if no notification arrives. */
const EVENTS_POLL_MS = 1_000;
const BATCH = 200;

/** Publishes the next events together or, if one of them cannot be processed, the others without it. */
async function publishNext(
  em: Orm["em"],
  round: Parameters<typeof publishEvents>[1],
): Promise<{ published: number; failures: Error[] }> {
  const failures: Error[] = [];
  const onFailure = ({ id, kind }: PublishedEvent, cause: unknown): void => {
    if (infrastructureFault(cause) !== null) throw cause;
    failures.push(new Error(`Event ${id} (${kind})`, { cause }));
  };
  try {
    return { published: await publishEvents(em, round), failures };
  } catch (error) {
    if (infrastructureFault(error) !== null) throw error;
    return { published: await publishSingly(em, { ...round, onFailure }), failures };
  }
}

/** One round; returns the number of published events. Throws at its end what failed in it. */
export async function relayEventsOnce(
  { orm, clock }: EventRelayDeps,
  receivers: readonly EventReceiver[],
): Promise<number> {
  const round = { limit: BATCH, now: clock.now(), receivers: receivers.map(({ receive }) => receive) };
  const { published, failures } = await publishNext(orm.em.fork(), round);
  // One of them may wait for Temporal in vain, which is no reason for the others to wait.
  const after = await Promise.allSettled(
    receivers.map(async (receiver) => await receiver.afterRound?.(published)),
  );
  const late = after.filter((one) => one.status === "rejected").map(({ reason }): unknown => reason);
  if (failures.length > 0)
    throw new AggregateError([...failures, ...late], "Some events cannot be processed");
  if (late.length > 0) throw new AggregateError(late, "What follows a round of events failed");
  return published;
}

/** Publishes events until `signal` aborts. Several may run: each event is in one of them. */
export async function runEventRelay(
  deps: EventRelayDeps,
  receivers: readonly EventReceiver[],
  wake: Wake,
  signal: AbortSignal,
): Promise<void> {
  // A round takes from each project in turn, so it may process few events while many wait.
  const round = async () => (await relayEventsOnce(deps, receivers)) > 0;
  const failure = "events could not be published; will retry";
  await runRounds({ round, everyMs: EVENTS_POLL_MS, wake, logger: deps.logger, failure }, signal);
}
