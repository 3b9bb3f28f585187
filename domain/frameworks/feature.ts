import { frameworkEvents } from "./framework.events.ts";
import type { Feature } from "../feature.ts";
import { frameworkAccess } from "./framework.access.ts";
import { StoredFramework } from "./framework.entity.ts";

export const frameworks = {
  entities: [StoredFramework],
  access: frameworkAccess,
  events: frameworkEvents,
} satisfies Feature;
