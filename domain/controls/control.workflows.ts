import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import {
  inProject,
  subjectOf,
  type Starter,
  type Starters,
  type WorkflowSubject,
  type WorkflowStart,
} from "../events/workflow-start.ts";
import { IN_PROJECT } from "../projects/in-project.ts";
import type { projectEvents } from "../projects/project.events.ts";
import { CONTROL_CHANGED, controlWatchId } from "./control-due.rules.ts";

const startControlWatch = (subject: WorkflowSubject): WorkflowStart => ({
  workflow: "watchControl",
  workflowId: controlWatchId(subject.id),
  args: [{ controlId: subject.id }],
  searchAttributes: inProject(subject),
  signal: CONTROL_CHANGED,
});

interface ControlData {
  control: { due_date: string | null };
  changed?: readonly string[];
}

/** Most controls have no date, and need no workflow. */
const watchControl: Starter<ControlData> = (event) => {
  const { control, changed = [] } = event.data;
  const isDated = typeof control.due_date === "string" || changed.includes("due_date");
  return isDated ? startControlWatch(subjectOf(event)) : null;
};

export const controlStarts: Starters<typeof projectEvents> = {
  "control.updated": watchControl,
  "control.status_changed": watchControl,
};

export const controlWorkflows = {
  watchControl: {
    summary: "Send reminders of a control's due date, and record when it passes",
    lane: "quick",
    retryable: true,
    endsWithProject: true,
    inProgress: {
      controls: {
        from: "controls one join projects p on p.id = one.project_id",
        where:
          "one.due_date is not null and one.status <> 'complete' and not one.not_applicable and one.reminded_days is distinct from 0 and p.status <> 'archived' and p.deleting_at is null",
        ...IN_PROJECT,
        start: startControlWatch,
      },
    },
  },
} satisfies WorkflowDefinitions;
