import type { SystemContext, CommandContext } from "../context.ts";
import type { Feature } from "../feature.ts";
import { onProjectCreated, onProjectDeleting } from "../projects/project.moments.ts";
import type { Framework } from "../frameworks/framework.rules.ts";
import type { Project } from "../projects/project.entity.ts";
import { OUT_OF_SCOPE } from "../projects/scope.rules.ts";
import { controlAccess } from "./control.access.ts";
import { Control } from "./control.entity.ts";
import { controlEvents } from "./control.events.ts";
import { controlStarts, controlWorkflows } from "./control.workflows.ts";

const removeControls = ({ em }: SystemContext, projectId: string): Promise<number> =>
  em.nativeDelete(Control, { project: projectId });

/** Creates all controls of its framework in a new project. */
async function addControls(
  { em }: CommandContext,
  { project, framework }: { project: Project; framework: Framework },
): Promise<void> {
  for (const [position, { number, title, category, trustCategory }] of framework.controls.entries()) {
    const row = { project, number, title, category, trustCategory, position };
    const inScope = project.categories.includes(trustCategory);
    const left = inScope ? {} : { outOfScope: true, notApplicable: true, justification: OUT_OF_SCOPE };
    em.create(Control, { ...row, ...left });
  }
}

export const controls = {
  entities: [Control],
  access: controlAccess,
  events: controlEvents,
  starts: controlStarts,
  workflows: controlWorkflows,
  subjects: { control: { read: controlAccess["control.read"], entity: Control } },
  hooks: [onProjectCreated.do(addControls), onProjectDeleting.do(removeControls)],
} satisfies Feature;
