import type { Company } from "../load/company.ts";
import type { Receiver } from "../load/receiver.ts";
import type { Truth } from "./read-truth.ts";

type Event = Truth["events"][number];
type Hook = Company["hooks"][number];
type Subscribed = Pick<Company, "hooks" | "projectIds">;
type Messages = Pick<Receiver, "heard" | "forged">;

/** The possible difference between the clocks of the database and this process. */
const CLOCK_MS = 2_000;

const mayHear = (event: Event, { ownerId }: Hook, projectIds: readonly string[]): boolean =>
  event.project_id === null ? event.owner_id === ownerId : projectIds.includes(event.project_id);

function hookFaults(
  { events }: Pick<Truth, "events">,
  hook: Hook,
  projectIds: readonly string[],
  heard: ReadonlySet<string>,
) {
  const known = new Map(events.map((event) => [event.id, event]));
  const due = events.filter(
    (event) => event.kind !== "ping" && event.at > hook.since + CLOCK_MS && mayHear(event, hook, projectIds),
  );
  const leaked = [...heard].filter((id) => !known.has(id) || !mayHear(known.get(id)!, hook, projectIds));
  return [
    ...due
      .filter(({ id }) => !heard.has(id))
      .map(({ id, kind }) => `${hook.path} was not told of ${kind} ${id}`),
    ...leaked.map((id) => `${hook.path} was told of ${known.get(id)?.kind ?? "an unknown event"} ${id}`),
  ];
}

/** Events missing at a receiver who may see them, and events sent to others. */
export function checkHearings(
  truth: Pick<Truth, "events">,
  companies: readonly Subscribed[],
  receiver: Messages,
): string[] {
  const heard = Map.groupBy(receiver.heard, ({ path }) => path);
  const ofHooks = companies.flatMap(({ hooks, projectIds }) =>
    hooks.flatMap((hook) => {
      const ids = new Set((heard.get(hook.path) ?? []).map(({ eventId }) => eventId));
      return hookFaults(truth, hook, projectIds, ids);
    }),
  );
  return [...ofHooks, ...receiver.forged.map((what) => `not signed as it should be: ${what}`)];
}
