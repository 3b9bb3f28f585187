import { onKeyConfined } from "../api-keys/api-key.moments.ts";
import { projectEvents } from "../events/catalogue/project.events.ts";
import type { Feature } from "../feature.ts";
import { projectAccess } from "./project.access.ts";
import { Milestone, Project, TeamMember } from "./project.entity.ts";
import { projectStarts, projectsUnderWay } from "./project.starts.ts";
import { requireVisibleProjects } from "./require-visible-projects.ts";

export const projects = {
  entities: [Project, TeamMember, Milestone],
  access: projectAccess,
  events: projectEvents,
  starts: projectStarts,
  underWay: projectsUnderWay,
  hooks: [onKeyConfined.do(requireVisibleProjects)],
} satisfies Feature;
