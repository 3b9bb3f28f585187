import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject, openToOverseers } from "../access/wall.ts";
import { Agent } from "../agents/agent.entity.ts";
import { Control } from "../controls/control.entity.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import {
  FINDING_STATUSES,
  SEVERITIES,
  SEVERITY_WEIGHTS,
  dueDateFor,
  isActive,
  type FindingStatus,
  type Severity,
} from "./finding.rules.ts";
import type { Report } from "./import.rules.ts";

const FindingSchema = defineEntity({
  name: "Finding",
  tableName: "findings",
  indexes: [
    { properties: ["project", "status", "severity", "createdAt", "id"] },
    { properties: ["project", "createdAt", "id"] },
    { properties: ["createdAt", "id"] },
    // Lists over many projects, by what they are sorted by most.
    { properties: ["dueDate", "id"] },
    { properties: ["weight", "id"] },
    // Totals are read from the index alone.
    { properties: ["project", "status", "severity", "category", "integration", "dueDate"] },
    { properties: ["status", "severity", "category", "integration", "dueDate"] },
    // Searches of whoever sees everything.
    {
      name: "findings_words",
      expression:
        "create index findings_words on findings using gin (title gin_trgm_ops, description gin_trgm_ops, category gin_trgm_ops, source_id gin_trgm_ops)",
    },
  ],
  uniques: [{ properties: ["project", "integration", "sourceId"] }],
  policies: [ofVisibleProject("findings"), openToOverseers("findings")],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    control: () => p.manyToOne(Control).nullable().index().deleteRule("set null"),
    title: p.string(),
    description: p.text().default(""),
    severity: p.enum(SEVERITIES).$type<Severity>(),
    /** Of the severity: what the finding adds to the risk, and what lists sort by. */
    weight: p.integer(),
    status: p.enum(FINDING_STATUSES).$type<FindingStatus>().default("open"),
    category: p.string(),
    /** Where it comes from: the name of a scanner or service, or `manual`. */
    integration: p.string(),
    agent: () => p.manyToOne(Agent).nullable().index().deleteRule("set null"),
    /** What the integration calls it: the same one is never there twice. */
    sourceId: p.string().nullable(),
    integrationData: p.json<Record<string, unknown>>().nullable(),
    /** What the integration said last; null when it was not imported. */
    reported: p.json<Report>().nullable(),
    lastSeenAt: p.datetime().nullable(),
    createdBy: () => p.manyToOne(User),
    assignedTo: () => p.manyToOne(User).nullable().index(),
    /** When it was raised or last put back to `open`: the time to fix it counts from here. */
    openedAt: p.datetime(),
    dueDate: p.datetime().nullable(),
    /** Somebody said when it is due; otherwise its severity does. */
    dueGiven: p.boolean().default(false),
    /** Why it has its status. */
    statusReason: p.text().nullable(),
    resolvedAt: p.datetime().nullable(),
    resolvedBy: () => p.manyToOne(User).nullable(),
    resolution: p.text().nullable(),
    acceptedUntil: p.datetime().nullable(),
    /** How often it was accepted; part of the workflow id. */
    acceptances: p.integer().default(0),
    createdAt: p.datetime(),
    updatedAt: p.datetime().onUpdate(() => new Date()),
  },
});

/** Something that is wrong in a project. */
export class Finding extends FindingSchema.class {
  /** Weighs it, and says when it is due unless somebody did. */
  rate(severity: Severity): void {
    this.severity = severity;
    this.weight = SEVERITY_WEIGHTS[severity];
    if (!this.dueGiven) this.dueDate = dueDateFor(severity, this.openedAt);
  }

  /** Null leaves it to the severity. */
  dueOn(date: Date | null): void {
    this.dueGiven = date !== null;
    this.dueDate = date ?? dueDateFor(this.severity, this.openedAt);
  }

  /** Changes the status as the transition table allows. Work that begins anew has the whole time again. */
  moveTo(status: FindingStatus, change: { by: User | null; at: Date; reason: string | null }): void {
    const wasActive = isActive(this.status);
    this.status = status;
    this.statusReason = change.reason;
    this.acceptedUntil = null;
    if (status === "open" && !wasActive) this.openedAt = change.at;
    if (status === "open" && !wasActive && !this.dueGiven)
      this.dueDate = dueDateFor(this.severity, change.at);
    if (status === "closed") return;
    const isResolved = status === "resolved";
    this.resolvedAt = isResolved ? change.at : null;
    this.resolvedBy = isResolved ? change.by : null;
    this.resolution = isResolved ? change.reason : null;
  }

  acceptUntil(until: Date): void {
    this.acceptedUntil = until;
    this.acceptances += 1;
  }
}
FindingSchema.setClass(Finding);

/** A comment is seen by whoever sees the finding, whose own policy the inner select meets. */
const findingCommentPolicy = {
  name: "finding_comments_of_caller",
  using: `exists (select 1 from findings where findings.id = finding_comments.finding_id)`,
};

const FindingCommentSchema = defineEntity({
  name: "FindingComment",
  tableName: "finding_comments",
  policies: [findingCommentPolicy],
  indexes: [{ properties: ["finding", "createdAt", "id"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    finding: () => p.manyToOne(Finding).deleteRule("cascade"),
    author: () => p.manyToOne(User),
    /** The comment this one replies to. */
    replyTo: () => p.manyToOne(FindingComment).nullable().index().deleteRule("set null"),
    text: p.text(),
    createdAt: p.datetime(),
  },
});

export class FindingComment extends FindingCommentSchema.class {}
FindingCommentSchema.setClass(FindingComment);
