import type { z } from "zod";

/**
 * The kinds of events of all features, with their definitions. Empty here, because the kernel knows no feature:
 * `event-catalogue.ts` adds those that the features declare.
 */
export interface DeclaredEvents {}

export type EventKind = keyof DeclaredEvents;
export type EventData<K extends EventKind> = z.output<DeclaredEvents[K]["data"]>;
