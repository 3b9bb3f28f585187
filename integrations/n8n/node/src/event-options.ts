import type { INodePropertyOption } from "n8n-workflow";

export interface CataloguedEvent {
  event: string;
  summary: string;
}

/** All events, each group such as `evidence.*`, and each kind of event. */
export function eventOptions(catalogue: readonly CataloguedEvent[]): INodePropertyOption[] {
  const groups = new Set(
    catalogue.flatMap(({ event }) => (event.includes(".") ? [event.split(".", 1)[0] ?? ""] : [])),
  );
  return [
    { name: "Everything", value: "*", description: "Every event, including future types" },
    ...[...groups].map((group) => ({
      name: `${group}.*`,
      value: `${group}.*`,
      description: `Every event of ${group}`,
    })),
    ...catalogue.map(({ event, summary }) => ({ name: event, value: event, description: summary })),
  ];
}
