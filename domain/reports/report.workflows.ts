import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import {
  inProject,
  subjectOf,
  type Starters,
  type WorkflowSubject,
  type WorkflowStart,
} from "../events/workflow-start.ts";
import { IN_PROJECT, NOT_LEAVING } from "../projects/in-project.ts";
import type { reportEvents } from "./report.events.ts";
import { reportWorkflowId } from "./report.rules.ts";

const startReport = (subject: WorkflowSubject, expiresAt: number): WorkflowStart => ({
  workflow: "buildReport",
  workflowId: reportWorkflowId(subject.id),
  args: [{ reportId: subject.id, expiresAt }],
  searchAttributes: inProject(subject),
});

export const reportStarts: Starters<typeof reportEvents> = {
  "report.requested": (event) => startReport(subjectOf(event), Date.parse(event.data.report.expires_at)),
};

export const reportWorkflows = {
  buildReport: {
    summary: "Build a report, and remove it when it expires",
    lane: "jobs",
    retryable: true,
    inProgress: {
      reports: {
        from: "reports one",
        where: `(one.status in ('queued', 'building') or one.expires_at < now()) and ${NOT_LEAVING}`,
        ...IN_PROJECT,
        at: "one.expires_at",
        start: (row) => startReport(row, row.at.getTime()),
      },
    },
  },
} satisfies WorkflowDefinitions;
