import { defineEntity, p } from "@mikro-orm/core";
import { productNow } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject, openToOverseers } from "../access/row-security.ts";
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
import type { ReportedValues } from "./import.rules.ts";

/** Statuses by how much is left to do, for sorting: open first in descending order. */
const urgencyOf = (status: string): string =>
  `-array_position(array['${FINDING_STATUSES.join("','")}']::text[], ${status}::text)`;

const FindingSchema = defineEntity({
  name: "Finding",
  tableName: "findings",
  indexes: [
    { properties: ["project", "status", "severity", "createdAt", "id"] },
    { properties: ["project", "createdAt", "id"] },
    // The console's order.
    {
      name: "findings_by_urgency",
      expression: `create index findings_by_urgency on findings (project_id, (${urgencyOf("status")}), id)`,
    },
    { properties: ["createdAt", "id"] },
    // Lists over many projects, by the most common sort orders.
    { properties: ["dueDate", "id"] },
    { properties: ["weight", "id"] },
    // Totals come from the index alone.
    { properties: ["project", "status", "severity", "category", "integration", "dueDate"] },
    { properties: ["status", "severity", "category", "integration", "dueDate"] },
    // For searches of overseers.
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
    /** The weight of the severity, for the risk and for sorting. */
    weight: p.integer(),
    status: p.enum(FINDING_STATUSES).$type<FindingStatus>().default("open"),
    /** For sorting only. */
    urgency: p
      .integer()
      .formula((one) => urgencyOf(`${String(one)}.status`))
      .lazy(),
    category: p.string(),
    /** Its source: the name of a scanner or service, or `manual`. */
    integration: p.string(),
    agent: () => p.manyToOne(Agent).nullable().index().deleteRule("set null"),
    /** Its id in the integration, which is unique. */
    sourceId: p.string().nullable(),
    integrationData: p.json<Record<string, unknown>>().nullable(),
    /** The last report of the integration; null if it was not imported. */
    reported: p.json<ReportedValues>().nullable(),
    lastSeenAt: p.datetime().nullable(),
    createdBy: () => p.manyToOne(User),
    assignedTo: () => p.manyToOne(User).nullable().index(),
    /** When it was raised or last reopened: the time to fix it starts here. */
    openedAt: p.datetime(),
    dueDate: p.datetime().nullable(),
    /** True if someone set the due date; otherwise the severity determines it. */
    dueGiven: p.boolean().default(false),
    /** The reason for its status. */
    statusReason: p.text().nullable(),
    resolvedAt: p.datetime().nullable(),
    resolvedBy: () => p.manyToOne(User).nullable(),
    resolution: p.text().nullable(),
    acceptedUntil: p.datetime().nullable(),
    /** The number of acceptances; part of the workflow id. */
    acceptances: p.integer().default(0),
    createdAt: p.datetime(),
    updatedAt: p.datetime().onUpdate(productNow),
  },
});

/** A problem in a project. */
export class Finding extends FindingSchema.class {
  /** Sets the severity and, unless someone set one, the due date. */
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

  /** Changes the status according to the transition table. Reopening restarts the time to fix it. */
  moveTo(status: FindingStatus, change: { by: User | null; at: Date; reason: string | null }): void {
    const wasActive = isActive(this.status);
    this.status = status;
    this.statusReason = change.reason;
    this.acceptedUntil = null;
    if (status === "open" && !wasActive) {
      this.openedAt = change.at;
      if (!this.dueGiven) this.dueDate = dueDateFor(this.severity, change.at);
    }
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

/** A comment is visible with its finding, whose own policy applies to the inner select. */
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
