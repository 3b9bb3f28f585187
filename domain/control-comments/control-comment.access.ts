import { defineAccess } from "../access/access-rule.ts";
import { isInOpenProject, takesPartInItsProject } from "../projects/project.access.ts";

export type ControlCommentAction = "control.comment";

/** Every participant in the project may comment on its controls; everyone who sees a control may read its comments. */
export const controlCommentAccess = defineAccess<ControlCommentAction>({
  "control.comment": {
    scope: "write",
    on: "control",
    project: "project.id",
    state: isInOpenProject,
    roles: takesPartInItsProject,
  },
});
