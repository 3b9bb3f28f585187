import type { CommandContext } from "../context.ts";
import type { Framework } from "../frameworks/framework.ts";
import type { Project } from "../projects/project.entity.ts";
import { OUT_OF_SCOPE } from "../projects/scope.rules.ts";
import { Control } from "./control.entity.ts";

/** Creates all controls of its framework in a new project. */
export async function addControls(
  { em }: CommandContext,
  { project, framework }: { project: Project; framework: Framework },
): Promise<void> {
  for (const [position, { number, title, category, trustCategory }] of framework.controls.entries()) {
    const row = { project, number, title, category, trustCategory, position };
    const inScope = project.categories.includes(trustCategory);
    const left = inScope ? {} : { outOfScope: true, notApplicable: true, justification: OUT_OF_SCOPE };
    em.persist(em.create(Control, { ...row, ...left }));
  }
}
