import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import {
  inProject,
  subjectOf,
  type Starters,
  type WorkflowSubject,
  type WorkflowStart,
} from "../events/workflow-start.ts";
import { IN_PROJECT, NOT_LEAVING } from "../projects/in-project.ts";
import type { assistantEvents } from "./assistant.events.ts";
import { jobWorkflowId } from "./job.rules.ts";

const startJob = (subject: WorkflowSubject): WorkflowStart => ({
  workflow: "runAssistantJob",
  workflowId: jobWorkflowId(subject.id),
  args: [{ jobId: subject.id }],
  searchAttributes: inProject(subject),
});

export const jobStarts: Starters<typeof assistantEvents> = {
  "ai_job.requested": (event) => startJob(subjectOf(event)),
};

export const jobWorkflows = {
  runAssistantJob: {
    summary: "Generate a text about a project",
    lane: "jobs",
    retryable: true,
    inProgress: {
      jobs: {
        from: "ai_jobs one",
        where: `one.status in ('queued', 'working') and ${NOT_LEAVING}`,
        ...IN_PROJECT,
        start: startJob,
      },
    },
  },
} satisfies WorkflowDefinitions;
