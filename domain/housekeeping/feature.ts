import type { Feature } from "../feature.ts";
import { systemAccess } from "./system.access.ts";

/** The state of the service itself. */
export const housekeeping = { entities: [], access: systemAccess } satisfies Feature;
