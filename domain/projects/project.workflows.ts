import type { projectEvents } from "./project.events.ts";
import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import {
  inProject,
  subjectOf,
  type Starter,
  type Starters,
  type WorkflowSubject,
  type WorkflowStart,
} from "../events/workflow-start.ts";
import { IN_PROJECT } from "./in-project.ts";
import { MILESTONE_CHANGED, watchWorkflowId } from "./milestone.rules.ts";
import { deletionWorkflowId } from "./project.rules.ts";

const startMilestoneWatch = (subject: WorkflowSubject): WorkflowStart => ({
  workflow: "watchMilestone",
  workflowId: watchWorkflowId(subject.id),
  args: [{ milestoneId: subject.id }],
  searchAttributes: inProject(subject),
  signal: MILESTONE_CHANGED,
});

const startDeletion = (subject: WorkflowSubject): WorkflowStart => ({
  workflow: "deleteProject",
  workflowId: deletionWorkflowId(subject.id),
  args: [{ projectId: subject.id }],
  searchAttributes: inProject(subject),
});

const watchMilestone: Starter = (event) => startMilestoneWatch(subjectOf(event));

export const projectStarts: Starters<typeof projectEvents> = {
  "milestone.created": watchMilestone,
  "milestone.updated": watchMilestone,
  "milestone.achieved": watchMilestone,
  "milestone.deleted": watchMilestone,
  "project.deleted": (event) => startDeletion(subjectOf(event)),
};

export const projectWorkflows = {
  watchMilestone: {
    summary: "Send reminders of a milestone, and record when it is missed",
    lane: "quick",
    retryable: true,
    endsWithProject: true,
    inProgress: {
      milestones: {
        from: "milestones one join projects p on p.id = one.project_id",
        where:
          "one.status in ('planned', 'in_progress') and p.status <> 'archived' and p.deleting_at is null",
        ...IN_PROJECT,
        start: startMilestoneWatch,
      },
    },
  },
  deleteProject: {
    summary: "Remove a project with its files",
    lane: "jobs",
    retryable: true,
    inProgress: {
      projects: {
        from: "projects one",
        where: "one.deleting_at is not null",
        projectId: "one.id",
        start: startDeletion,
      },
    },
  },
} satisfies WorkflowDefinitions;
