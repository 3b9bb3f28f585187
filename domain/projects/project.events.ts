import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";
import { personal, toPeople } from "../events/notice.rules.ts";

const projectRef = z.object({ id: z.string(), name: z.string(), framework: z.string(), status: z.string() });
const memberRef = z.object({ user_id: z.string(), role: z.string() });
export const controlRef = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  progress: z.number(),
  due_date: z.string().nullable(),
  project_id: z.string(),
});
const milestoneRef = z.object({
  id: z.string(),
  name: z.string(),
  due_date: z.string(),
  status: z.string(),
  project_id: z.string(),
});
const changed = z.array(z.string());

const project = { id: exampleId(2), name: "SOC 2, 2026", framework: "soc2", status: "active" };
const member = { user_id: exampleId(4), role: "customer" };
export const CONTROL_EXAMPLE = {
  id: exampleId(3),
  number: "CC6.1",
  title: "Logical access",
  status: "in_progress",
  progress: 50,
  due_date: null,
  project_id: exampleId(2),
};
const control = CONTROL_EXAMPLE;
const milestone = {
  id: exampleId(6),
  name: "Readiness review",
  due_date: "2026-12-01T00:00:00.000Z",
  status: "planned",
  project_id: exampleId(2),
};

const statedChange = z.object({
  progress: z.number().nullable().optional(),
  required_evidence: z.int().optional(),
  not_applicable: z.boolean().optional(),
  justification: z.string().nullable().optional(),
});
const decided = {
  control: controlRef,
  change: statedChange,
  reason: z.string(),
  said_by: z.string(),
  note: z.string(),
};
const stated = { control, change: { required_evidence: 1 }, reason: "One system is in scope" };
const decision = { ...stated, said_by: exampleId(4), note: "Seen on site" };

const statementEvents = {
  "control.change_proposed": event(
    "The audited party proposed a change of a control; it takes effect when a manager, an admin or the auditor confirms it",
    { control: controlRef, change: statedChange, reason: z.string() },
    stated,
  ),
  "control.change_confirmed": event(
    "A change of a control proposed by the audited party was confirmed",
    decided,
    decision,
  ),
  "control.change_declined": event(
    "A change of a control proposed by the audited party was declined",
    decided,
    {
      ...decision,
      note: "Two systems are in scope",
    },
  ),
  "control.change_withdrawn": event(
    "A change of a control proposed by the audited party was withdrawn by its author",
    { control: controlRef, change: statedChange, reason: z.string() },
    stated,
  ),
};

const milestoneEvents = {
  "milestone.created": event("A milestone was planned", { milestone: milestoneRef }, { milestone }),
  "milestone.updated": event(
    "A milestone changed; `changed` has the names of the API fields",
    { milestone: milestoneRef, changed },
    { milestone, changed: ["due_date"] },
  ),
  "milestone.achieved": event(
    "A milestone was achieved",
    { milestone: milestoneRef },
    { milestone: { ...milestone, status: "achieved" } },
  ),
  "milestone.due": event(
    "A milestone is due in `days_left` days",
    { milestone: milestoneRef, days_left: z.int() },
    { milestone, days_left: 7 },
    toPeople,
  ),
  "milestone.missed": event(
    "The due date of a milestone passed before it was achieved",
    { milestone: milestoneRef },
    { milestone: { ...milestone, status: "missed" } },
    toPeople,
  ),
  "milestone.deleted": event("A milestone was deleted", { milestone: milestoneRef }, { milestone }),
};

const categories = z.array(z.string());
const scope = { project, to: ["security"], reason: "The service promises no availability" };

const scopeEvents = {
  "project.scope_changed": event(
    "The trust categories that a project covers changed; `said_by` chose them, `note` is from the person who confirmed them",
    {
      project: projectRef,
      from: categories,
      to: categories,
      reason: z.string().nullable(),
      said_by: z.string(),
      note: z.string().nullable(),
    },
    { ...scope, from: ["security", "availability"], said_by: exampleId(4), note: null },
  ),
  "project.scope_proposed": event(
    "The audited party proposed to reduce a project's scope; it takes effect when confirmed",
    { project: projectRef, from: categories, to: categories, reason: z.string() },
    { ...scope, from: ["security", "availability"] },
  ),
  "project.scope_declined": event(
    "A proposed reduction of a project's scope was declined; `note` says why",
    {
      project: projectRef,
      to: categories,
      reason: z.string(),
      said_by: z.string(),
      note: z.string(),
    },
    { ...scope, said_by: exampleId(4), note: "The contracts promise it" },
  ),
  "project.scope_withdrawn": event(
    "A proposed reduction of a project's scope was withdrawn by its author",
    { project: projectRef, to: categories, reason: z.string() },
    scope,
  ),
};

export const projectEvents = {
  "project.created": event(
    "A project was created, with its framework's controls",
    { project: projectRef },
    { project },
    toPeople,
  ),
  "project.updated": event(
    "A project changed; `changed` has the names of the API fields",
    { project: projectRef, changed },
    { project, changed: ["name"] },
  ),
  "project.status_changed": event(
    "The status of a project changed",
    { project: projectRef, from: z.string(), to: z.string() },
    { project: { ...project, status: "in_audit" }, from: "active", to: "in_audit" },
    toPeople,
  ),
  ...scopeEvents,
  "project.deleted": event(
    "A project was deleted; a workflow removes its contents",
    { project: projectRef },
    { project },
  ),
  "project.member_added": event(
    "A project was shared with a user",
    { project: projectRef, member: memberRef },
    { project, member },
    { notice: (data) => personal([data.member.user_id]) },
  ),
  "project.member_removed": event(
    "A project is no longer shared with a user",
    { project: projectRef, member: memberRef },
    { project, member },
  ),
  "control.updated": event(
    "A control changed; `changed` has the names of the API fields, `reason` is the reason for figures set without evidence",
    { control: controlRef, changed, reason: z.string().optional() },
    { control, changed: ["owner_id"] },
  ),
  ...statementEvents,
  "control.status_changed": event(
    "A control became complete, in progress or not started",
    { control: controlRef, from: z.string(), to: z.string() },
    { control, from: "not_started", to: "in_progress" },
  ),
  "score.changed": event(
    "The score of a project changed",
    { project: z.object({ id: z.string(), name: z.string() }), from: z.number(), to: z.number() },
    { project: { id: exampleId(2), name: "SOC 2, 2026" }, from: 41.5, to: 42.25 },
    { subject: "project" },
  ),
  ...milestoneEvents,
};
