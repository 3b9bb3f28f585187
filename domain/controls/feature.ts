import type { SystemContext } from "../context.ts";
import type { Feature } from "../feature.ts";
import { onProjectCreated, onProjectDeleting } from "../projects/project.moments.ts";
import { addControls } from "./add-controls.ts";
import { controlAccess } from "./control.access.ts";
import { Control } from "./control.entity.ts";

const removeControls = ({ em }: SystemContext, projectId: string): Promise<number> =>
  em.nativeDelete(Control, { project: projectId });

export const controls = {
  entities: [Control],
  access: controlAccess,
  subjects: { control: { read: controlAccess["control.read"], entity: Control } },
  hooks: [onProjectCreated.do(addControls), onProjectDeleting.do(removeControls)],
} satisfies Feature;
