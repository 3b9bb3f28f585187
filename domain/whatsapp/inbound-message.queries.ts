import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { ChatPerson } from "../integrations/linked-account.commands.ts";
import { InboundMessage } from "./inbound-message.entity.ts";

type ChatSender = Pick<ChatPerson, "kind" | "externalId">;

/** This long after its start, a message no longer delays its sender's next ones. */
const HOLDS_UP = "1 hour";

const WAITING = `select id from inbound_messages m
  where kind = $1 and started_at is null and handled_at is null and id <> all($4::uuid[]) and not exists
    (select 1 from inbound_messages before where before.kind = m.kind and before.external_id = m.external_id
      and before.id < m.id and before.handled_at is null
      and coalesce(before.started_at, $3::timestamptz) > $3::timestamptz - interval '${HOLDS_UP}')
  order by id limit $2::int`;

/**
 * Messages whose workflow has not been started, oldest first: only the first unprocessed one of each sender,
 * so that "use Product X" applies to the next question.
 */
export async function waitingMessages(
  em: EntityManager,
  {
    kind,
    limit,
    now,
    except,
  }: { kind: ChatPerson["kind"]; limit: number; now: Date; except: readonly string[] },
): Promise<string[]> {
  const parameters = [kind, limit, now.toISOString(), [...except]];
  const rows = await queryRows<{ id: string }>(em, { sql: WAITING, parameters });
  return rows.map(({ id }) => id);
}

export const markStarted = (em: EntityManager, id: string, now: Date): Promise<number> =>
  em.nativeUpdate(InboundMessage, { id }, { startedAt: now });

/** When this person last wrote; null if never, or too long ago to be stored. */
export async function lastInboundAt(
  em: EntityManager,
  { kind, externalId }: ChatSender,
): Promise<Date | null> {
  const orderBy = { sentAt: "desc" } as const;
  const [last] = await em.find(
    InboundMessage,
    { kind, externalId },
    { orderBy, limit: 1, fields: ["sentAt"] },
  );
  return last?.sentAt ?? null;
}

/** How often this outcome has occurred for a person since then. */
export const countOutcomes = (
  em: EntityManager,
  { kind, externalId }: ChatSender,
  { outcome, since }: { outcome: string; since: Date },
): Promise<number> => em.count(InboundMessage, { kind, externalId, outcome, handledAt: { $gt: since } });
