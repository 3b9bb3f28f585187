import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import { EVENT_ABOUT } from "./event.entity.ts";

/** An event that has just been published to its receivers. */
export interface PublishedEvent {
  id: string;
  kind: string;
  projectId: string | null;
  ownerId: string | null;
  /** By the database's clock, in epoch milliseconds. */
  recordedAt: number;
}

/** Events of each project that a round considers, however many others are waiting. */
const HEAD_MIN = 8;

/**
 * Claims and marks the oldest of each project in turn, so that no project waits behind another's import. In one
 * statement, because each one delays the receivers.
 */
const CLAIM = `with recursive abouts as (
    (select ${EVENT_ABOUT} as about from events where published_at is null order by about limit 1)
    union all
    select (select ${EVENT_ABOUT} from events
        where published_at is null and ${EVENT_ABOUT} > abouts.about order by ${EVENT_ABOUT} limit 1)
      from abouts where abouts.about is not null),
  claimed as (
    select head.* from abouts cross join lateral (
        select *, row_number() over (order by id) as nth from (
          select id, kind, project_id, owner_id, recorded_at from events
            where published_at is null and ${EVENT_ABOUT} = abouts.about
            order by id limit greatest(${HEAD_MIN}, 2 * $1::int / (select count(*)::int from abouts))
            for update skip locked) mine) head
      order by nth, id limit $1::int),
  published as (update events set published_at = $2::timestamptz from claimed where events.id = claimed.id)
  select id, kind, project_id as "projectId", owner_id as "ownerId",
      (extract(epoch from recorded_at) * 1000)::float8 as "recordedAt"
    from claimed order by nth, id`;

/**
 * Receives events in the transaction that marks them as published. If it throws, the next round passes them
 * on again.
 */
export type ReceiveEvents = (
  em: EntityManager,
  events: readonly PublishedEvent[],
  now: Date,
) => Promise<void>;

interface Round {
  limit: number;
  now: Date;
  receivers: readonly ReceiveEvents[];
}

async function receiveAll(em: EntityManager, events: readonly PublishedEvent[], { receivers, now }: Round) {
  for (const receive of receivers) await receive(em, events, now);
}

/** Claims the next events and processes them, in one transaction; returns how many `process` published. */
const publish = (
  em: EntityManager,
  { limit, now }: Round,
  process: (inner: EntityManager, events: readonly PublishedEvent[]) => Promise<number>,
): Promise<number> =>
  em.transactional(async (inner) => {
    const parameters = [limit, now.toISOString()];
    const events = await queryRows<PublishedEvent>(inner, { sql: CLAIM, parameters });
    return events.length === 0 ? 0 : process(inner, events);
  });

/**
 * Passes the next unpublished events to all receivers: several relays share the work, and each event is processed
 * once. Returns the number of events. If a receiver throws, none of them is published.
 */
export const publishEvents = (em: EntityManager, round: Round): Promise<number> =>
  publish(em, round, async (inner, events) => {
    await receiveAll(inner, events, round);
    return events.length;
  });

const UNPUBLISH = "update events set published_at = null where id = any($1::uuid[])";

/**
 * As `publishEvents`, one event at a time. One that a receiver cannot process is passed to `onFailure` and stays
 * unpublished, unless that throws, which ends the round.
 */
export const publishSingly = (
  em: EntityManager,
  round: Round & { onFailure(event: PublishedEvent, error: unknown): void },
): Promise<number> =>
  publish(em, round, async (inner, events) => {
    const failed: string[] = [];
    for (const event of events) {
      try {
        await inner.transactional((own) => receiveAll(own, [event], round));
      } catch (error) {
        round.onFailure(event, error);
        failed.push(event.id);
      }
    }
    await queryRows(inner, { sql: UNPUBLISH, parameters: [failed] });
    return events.length - failed.length;
  });
