import { defineAccess, mapRoles } from "../access/access-rule.ts";
import { any, caller, equals } from "../access/condition.ts";
import { seesItsProject } from "../projects/project.access.ts";

export type EventAction = "event.read";

const concernsMe = equals("ownerId", { actor: "id" });
const ofVisible = mapRoles(seesItsProject, (project) => any(concernsMe, project));

export const eventAccess = defineAccess<EventAction>({
  "event.read": {
    scope: "read",
    on: "event",
    project: "project.id",
    roles: {
      ...ofVisible,
      // Includes deleted projects, except for admins who may not see demo projects: it is unknown which of
      // them were demos.
      admin: any(
        caller("managerId", null),
        caller("demoAllowed", true),
        equals("project.id", null),
        ofVisible.admin,
      ),
    },
  },
});
