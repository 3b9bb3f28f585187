import { z } from "zod";
import { defineAccess } from "../access/access-rule.ts";
import { event, exampleId } from "../events/event-definition.ts";
import type { Feature } from "../feature.ts";
import { isInOpenProject, takesPartInItsProject } from "../projects/project.access.ts";
import { ControlComment } from "./control-comment.entity.ts";

/** Every participant in the project may comment on its controls; everyone who sees a control may read its comments. */
const access = defineAccess<"control.comment">({
  "control.comment": {
    scope: "write",
    on: "control",
    project: "project.id",
    state: isInOpenProject,
    roles: takesPartInItsProject,
  },
});

const commented = {
  control: z.object({ id: z.string(), number: z.string(), title: z.string(), project_id: z.string() }),
  comment: z.object({ id: z.string(), author_id: z.string() }),
};

const events = {
  "control.commented": event("A person commented on a control", commented, {
    control: { id: exampleId(3), number: "CC6.1", title: "Logical access", project_id: exampleId(2) },
    comment: { id: exampleId(1), author_id: exampleId(4) },
  }),
};

export const controlComments = { entities: [ControlComment], access, events } satisfies Feature;
