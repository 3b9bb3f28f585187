import { familyOf } from "./family-of.rules.ts";
import type { EventDefinition } from "./event-definition.ts";
import type { Notice } from "./notice.rules.ts";
import type { WorkflowDefinition, WorkflowDefinitions } from "./workflow-definition.ts";
import type { DispatchableEvent, Starters, WorkflowStart } from "./workflow-start.ts";
import { ownValue } from "../own-value.rules.ts";

/** Contributions of all features: the kinds of events, the workflows that some of them start, and all workflows. */
export interface EventsInUse {
  definitions: Readonly<Record<string, EventDefinition>>;
  starters: Starters;
  workflows: WorkflowDefinitions;
}

let inUse: EventsInUse | null = null;

/** Called once, by `domain/features.ts`. */
export const useEvents = (events: EventsInUse): void => void (inUse = events);

function known(): EventsInUse {
  if (inUse === null) throw new Error("no feature has registered its events: import domain/features.ts");
  return inUse;
}

export function definitionOf(kind: string): EventDefinition {
  const definition = known().definitions[kind];
  if (definition === undefined) throw new Error(`no feature registers the event ${kind}`);
  return definition;
}

/** What an event is about, for the audit log. */
export const subjectKindOf = (kind: string): string => definitionOf(kind).subject ?? familyOf(kind);

/** The kinds of events that users may be notified of. */
export const noticedKinds = (): string[] =>
  Object.entries(known().definitions).flatMap(([kind, { notice }]) => (notice === undefined ? [] : kind));

/** Who is notified of an event; null if no one is. */
export function noticeOf({ kind, data }: Pick<DispatchableEvent, "kind" | "data">): Notice | null {
  return ownValue(known().definitions, kind)?.notice?.(data) ?? null;
}

/** The workflow of an event, or null if it only informs. */
export function workflowOfEvent(event: DispatchableEvent): WorkflowStart | null {
  return ownValue(known().starters, event.kind)?.(event) ?? null;
}

export function workflowDefinitionOf(workflow: string): WorkflowDefinition {
  const definition = known().workflows[workflow];
  if (definition === undefined) throw new Error(`no feature registers the workflow ${workflow}`);
  return definition;
}
