import { defineAccess } from "../access/access-rule.ts";
import { any, caller, equals, through, type Condition } from "../access/condition.ts";
import { seesProject } from "../projects/project.access.ts";

export type EventAction = "event.read";

const concernsMe = equals("ownerId", { actor: "id" });
const ofVisible = (project: Condition): Condition => any(concernsMe, through("project", project));

export const eventAccess = defineAccess<EventAction>({
  "event.read": {
    scope: "read",
    on: "event",
    project: "project.id",
    roles: {
      customer: ofVisible(seesProject.customer),
      auditor: ofVisible(seesProject.auditor),
      manager: ofVisible(seesProject.manager),
      // Includes deleted projects, except for admins who may not see demo projects: it is unknown which of
      // them were demos.
      admin: any(
        caller("managerId", null),
        caller("demoAllowed", true),
        equals("project.id", null),
        ofVisible(seesProject.admin),
      ),
    },
  },
});
