import type { Project } from "./projects/project.entity.ts";

let target: typeof Project | undefined;

/** Called once, by `domain/features.ts`. */
export const bindProject = (entity: typeof Project): void => void (target = entity);

/** The project entity for the kernel's rows. Call it only after all entities are defined. */
export function projectTarget(): typeof Project {
  if (target === undefined) throw new Error("the entities lack the project entity");
  return target;
}
