import type { findingEvents } from "./finding.events.ts";
import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import {
  inProject,
  subjectOf,
  type Starters,
  type WorkflowSubject,
  type WorkflowStart,
} from "../events/workflow-start.ts";
import { IN_PROJECT, NOT_LEAVING } from "../projects/in-project.ts";
import { acceptanceWorkflowId } from "./finding.rules.ts";

const endAcceptance = (
  subject: WorkflowSubject,
  { acceptance, until }: { acceptance: number; until: number },
): WorkflowStart => ({
  workflow: "expireAcceptance",
  workflowId: acceptanceWorkflowId(subject.id, acceptance),
  args: [{ findingId: subject.id, acceptance, until }],
  searchAttributes: inProject(subject),
});

export const findingStarts: Starters<typeof findingEvents> = {
  // Only an acceptance has an end date.
  "finding.status_changed": (event) => {
    const { acceptance } = event.data;
    if (acceptance === null) return null;
    const { number, until } = acceptance;
    return endAcceptance(subjectOf(event), { acceptance: number, until: Date.parse(until) });
  },
};

export const findingWorkflows = {
  expireAcceptance: {
    summary: "Reopen a finding when its acceptance ends",
    lane: "quick",
    retryable: true,
    endsWithProject: true,
    inProgress: {
      acceptances: {
        from: "findings one",
        where: `one.status = 'accepted' and one.accepted_until is not null and ${NOT_LEAVING}`,
        ...IN_PROJECT,
        number: "one.acceptances",
        at: "one.accepted_until",
        start: (row) => endAcceptance(row, { acceptance: row.number, until: row.at.getTime() }),
      },
    },
  },
} satisfies WorkflowDefinitions;
