import type { Company } from "../load/company.ts";
import type { Receiver } from "../load/receiver.ts";
import type { Truth } from "./read-truth.ts";

type Event = Truth["events"][number];
type Hook = Company["hooks"][number];
type Subscribed = Pick<Company, "hooks" | "projectIds" | "passingIds">;
type Projects = Omit<Subscribed, "hooks">;
type Messages = Pick<Receiver, "received" | "forged">;

/** The possible difference between the clocks of the database and this process. */
const CLOCK_MS = 2_000;

const mayReceive = (event: Event, { ownerId }: Hook, { projectIds, passingIds }: Projects): boolean =>
  event.project_id === null
    ? event.owner_id === ownerId
    : projectIds.includes(event.project_id) || passingIds.includes(event.project_id);

/** Of a project that is being deleted, only this event is certain to arrive. */
const mustReceive = (event: Event, { passingIds }: Projects): boolean =>
  event.kind === "project.deleted" || !passingIds.includes(event.project_id ?? "");

function hookFaults(
  { events }: Pick<Truth, "events">,
  hook: Hook,
  projects: Projects,
  received: ReadonlySet<string>,
) {
  const known = new Map(events.map((event) => [event.id, event]));
  const due = events.filter(
    (event) =>
      event.kind !== "ping" &&
      event.at > hook.since + CLOCK_MS &&
      mayReceive(event, hook, projects) &&
      mustReceive(event, projects),
  );
  const leaked = [...received].filter((id) => !known.has(id) || !mayReceive(known.get(id)!, hook, projects));
  return [
    ...due
      .filter(({ id }) => !received.has(id))
      .map(({ id, kind }) => `${hook.path} did not receive ${kind} ${id}`),
    ...leaked.map((id) => `${hook.path} wrongly received ${known.get(id)?.kind ?? "an unknown event"} ${id}`),
  ];
}

/** Events missing at a receiver who may see them, and events sent to others. */
export function checkReceipts(
  truth: Pick<Truth, "events">,
  companies: readonly Subscribed[],
  receiver: Messages,
): string[] {
  const received = Map.groupBy(receiver.received, ({ path }) => path);
  const ofHooks = companies.flatMap(({ hooks, ...projects }) =>
    hooks.flatMap((hook) => {
      const ids = new Set((received.get(hook.path) ?? []).map(({ eventId }) => eventId));
      return hookFaults(truth, hook, projects, ids);
    }),
  );
  return [...ofHooks, ...receiver.forged.map((what) => `not signed as it should be: ${what}`)];
}
