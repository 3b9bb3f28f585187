import { onKeyConfined } from "../api-keys/api-key.moments.ts";
import { projectEvents } from "./project.events.ts";
import type { Feature } from "../feature.ts";
import { projectAccess } from "./project.access.ts";
import { Milestone, Project, TeamMember } from "./project.entity.ts";
import { projectStarts, projectWorkflows } from "./project.workflows.ts";
import { requireVisibleProjects } from "./require-visible-projects.ts";

export const projects = {
  entities: [Project, TeamMember, Milestone],
  access: projectAccess,
  subjects: { project: { read: projectAccess["project.read"], entity: Project } },
  events: projectEvents,
  starts: projectStarts,
  workflows: projectWorkflows,
  hooks: [onKeyConfined.do(requireVisibleProjects)],
} satisfies Feature;
