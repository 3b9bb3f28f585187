import { userEvents } from "./user.events.ts";
import type { Feature } from "../feature.ts";
import { userAccess } from "./user.access.ts";
import { User } from "./user.entity.ts";

export const users = { entities: [User], access: userAccess, events: userEvents } satisfies Feature;
