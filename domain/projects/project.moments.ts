import type { SystemContext } from "../context.ts";
import type { Framework } from "../frameworks/framework.rules.ts";
import { createMoment } from "../moment.ts";
import type { Project } from "./project.entity.ts";

/** A project was created: hooks add its contents. */
export const onProjectCreated = createMoment<{ project: Project; framework: Framework }>();

/**
 * A project's evidence is removed, and its last rows are being removed: hooks remove theirs before the
 * project's own.
 */
export const onProjectDeleting = createMoment<string, SystemContext>();
