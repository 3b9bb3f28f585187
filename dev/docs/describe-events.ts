import { EVENT_KINDS, eventCatalogue } from "../../domain/events/event-catalogue.ts";
import type { EventKind } from "../../domain/events/event-kinds.ts";

const HEAD = [
  "# Events",
  "",
  "Written by `npm run docs:events` from the events that features declare (`*.events.ts` in `domain`): do not edit. How events reach a webhook is in [webhooks](webhooks.md); `GET /api/v1/events/catalogue` has the JSON Schema of each `data`.",
  "",
].join("\n");
const FENCE = "```";

/** Fits one line or has a line for each field, as the formatter writes it. */
function jsonOf(value: unknown, indent = ""): string {
  if (Array.isArray(value)) return `[${value.map((item) => jsonOf(item, indent)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const fields = Object.entries(value).map(
    ([name, field]) => `${deeper}${JSON.stringify(name)}: ${jsonOf(field, deeper)}`,
  );
  return fields.length === 0 ? "{}" : `{\n${fields.join(",\n")}\n${indent}}`;
}

function describe(kind: EventKind): string {
  const { summary, example } = eventCatalogue[kind];
  return ["", `### ${kind}`, "", `${summary}.`, "", `${FENCE}json`, jsonOf(example), FENCE, ""].join("\n");
}

/** The page about every kind of event, group by group, each with an example of its `data`. */
export function describeEvents(): string {
  const groups = Map.groupBy(EVENT_KINDS, (kind) => kind.split(".")[0]!);
  const parts = [...groups].map(([group, kinds]) => `\n## ${group}\n${kinds.map(describe).join("")}`);
  return HEAD + parts.join("");
}
