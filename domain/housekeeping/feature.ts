import type { Feature } from "../feature.ts";
import { housekeepingEvents } from "./housekeeping.events.ts";
import { systemAccess } from "./system.access.ts";

/** The state of the service itself. */
export const housekeeping = {
  entities: [],
  access: systemAccess,
  events: housekeepingEvents,
} satisfies Feature;
