import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject, openToOverseers } from "../access/row-security.ts";
import { OUT_OF_SCOPE } from "../projects/scope.rules.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { waitsUntil } from "./control-due.rules.ts";
import {
  CONTROL_STATUSES,
  PROGRESS_SOURCES,
  derivedProgress,
  statusOfProgress,
  type ControlStatus,
  type ProgressSource,
} from "./control.rules.ts";

import {
  standing,
  type PendingChange,
  type StatedFigures,
  type StatedField,
  type Statement,
  type Statements,
} from "./statement.rules.ts";

const ControlSchema = defineEntity({
  name: "Control",
  tableName: "controls",
  policies: [ofVisibleProject("controls"), openToOverseers("controls")],
  uniques: [{ properties: ["project", "number"] }],
  indexes: [
    { properties: ["number"] },
    {
      name: "controls_due",
      expression: "create index controls_due on controls (due_date) where due_date is not null",
    },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    number: p.string(),
    title: p.string(),
    category: p.string(),
    trustCategory: p.string(),
    /** Position in the framework's order. */
    position: p.integer(),
    status: p.enum(CONTROL_STATUSES).$type<ControlStatus>().default("not_started"),
    /** 0 to 100. */
    progress: p.double().$type<number>().default(0),
    progressSource: p.enum(PROGRESS_SOURCES).$type<ProgressSource>().default("evidence"),
    requiredEvidence: p.integer().default(1),
    /** The counts of its evidence, stored here so that figures need only control rows. */
    approvedEvidence: p.integer().default(0),
    pendingEvidence: p.integer().default(0),
    owner: () => p.manyToOne(User).nullable().index(),
    /** By when it should be complete. */
    dueDate: p.datetime().nullable(),
    /** The days left at the last reminder of this date; 0 once the date has passed. */
    remindedDays: p.integer().nullable(),
    notApplicable: p.boolean().default(false),
    /** Excluded with its category, and included with it again. */
    outOfScope: p.boolean().default(false),
    /** Why the control is not applicable. */
    justification: p.text().nullable(),
    /** Statements for figures that do not come from evidence. */
    statements: p
      .json<Statements>()
      .default("{}")
      .onCreate(() => ({})),
    /** A statement of the audited party that no one has confirmed yet. */
    pendingChange: p.json<PendingChange>().nullable(),
  },
});

/** A framework's control in a project. */
export class Control extends ControlSchema.class {
  /** Stores the counts of its evidence; progress follows unless it is set manually. */
  count({ approved, pending }: { approved: number; pending: number }): void {
    this.approvedEvidence = approved;
    this.pendingEvidence = pending;
    this.follow();
  }

  require(evidence: number): void {
    this.requiredEvidence = evidence;
    this.follow();
  }

  /** Sets progress manually, until `deriveProgress`. */
  setProgress(progress: number): void {
    this.progressSource = "manual";
    this.reach(progress);
  }

  deriveProgress(): void {
    this.progressSource = "evidence";
    this.follow();
  }

  /**
   * Its category enters or leaves the project's scope. A control that is not applicable by itself stays so.
   */
  bringInScope(inScope: boolean, reason: string | null): void {
    if (inScope === !this.outOfScope || (!inScope && this.notApplicable)) return;
    this.outOfScope = !inScope;
    this.notApplicable = !inScope;
    this.justification = inScope ? null : (reason ?? OUT_OF_SCOPE);
    this.dropSpentStatements();
  }

  /** The attributes that statements can set. */
  stated(): StatedFigures {
    const { progress, progressSource, requiredEvidence, notApplicable, justification } = this;
    return {
      progress,
      progressSource,
      requiredEvidence,
      notApplicable,
      justification: justification ?? null,
    };
  }

  /** Records the statement behind a figure; `required` is the previous number of required pieces. */
  state(field: StatedField, word: Omit<Statement, "from">, required: number): void {
    const from = field === "required_evidence" ? Math.max(required, this.statements[field]?.from ?? 0) : null;
    this.statements = { ...this.statements, [field]: { ...word, from } };
  }

  dueOn(date: Date | null): void {
    if (date?.getTime() === this.dueDate?.getTime()) return;
    this.dueDate = date;
    this.remindedDays = null;
  }

  /** The date that it still waits for, as epoch milliseconds; null if nothing is left to announce. */
  awaitedDate(): number | null {
    return this.remindedDays === 0 ? null : (waitsUntil(this)?.getTime() ?? null);
  }

  /** Records a reminder; returns false if it was recorded before. */
  remind(days: number): boolean {
    if (this.remindedDays != null && this.remindedDays <= days) return false;
    this.remindedDays = days;
    return true;
  }

  dropSpentStatements(): void {
    this.statements = standing(this.statements, this.stated());
  }

  private follow(): void {
    if (this.progressSource === "manual") return;
    this.reach(
      derivedProgress({
        approved: this.approvedEvidence,
        pending: this.pendingEvidence,
        required: this.requiredEvidence,
      }),
    );
  }

  /** A control that was completed late is announced as overdue again once it no longer is complete. */
  private reach(progress: number): void {
    this.progress = progress;
    this.status = statusOfProgress(progress);
    if (this.status === "complete" && this.remindedDays === 0) this.remindedDays = null;
  }
}
ControlSchema.setClass(Control);
