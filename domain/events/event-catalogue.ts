import { features, type AnyFeature } from "../features.ts";
import { mergeParts } from "../merge-parts.ts";
import type { EventKind } from "./event-kinds.ts";

type EventsOf<F> = F extends { events: infer Events } ? Events : never;
type Merged<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Catalogue = Merged<EventsOf<AnyFeature>>;

declare module "./event-kinds.ts" {
  interface DeclaredEvents extends Catalogue {}
}

/** All event types. Every state change writes exactly one event. */
export const eventCatalogue: Catalogue = mergeParts(features, "events") as Catalogue;

export const EVENT_KINDS = Object.keys(eventCatalogue).toSorted() as EventKind[];
