import type { SystemContext } from "../context.ts";
import type { Framework } from "../frameworks/framework.ts";
import { createMoment } from "../moment.ts";
import type { Project } from "./project.entity.ts";

/** A project was written, and is to get what every project of its framework has. */
export const onProjectCreated = createMoment<{ project: Project; framework: Framework }>();

/** The last rows of the project with this id are taken away, its evidence being gone already; its own go after this. */
export const onProjectDeleting = createMoment<string, SystemContext>();
