import type { Project } from "./projects/project.entity.ts";

let target: typeof Project | undefined;

/** Called by the entity of projects itself. */
export const bindProject = (entity: typeof Project): void => void (target = entity);

/** What the rows of the kernel belong to. Asked once all entities are there. */
export function projectTarget(): typeof Project {
  if (target === undefined) throw new Error("the entity of projects is not among the entities");
  return target;
}
