import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject, openToOverseers } from "../access/wall.ts";
import { OUT_OF_SCOPE } from "../projects/scope.rules.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
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
  type Stated,
  type StatedField,
  type Statement,
  type Statements,
} from "./statement.rules.ts";

const ControlSchema = defineEntity({
  name: "Control",
  tableName: "controls",
  policies: [ofVisibleProject("controls"), openToOverseers("controls")],
  uniques: [{ properties: ["project", "number"] }],
  indexes: [{ properties: ["number"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    number: p.string(),
    title: p.string(),
    category: p.string(),
    trustCategory: p.string(),
    /** Place in the framework's own order. */
    position: p.integer(),
    status: p.enum(CONTROL_STATUSES).$type<ControlStatus>().default("not_started"),
    /** 0 to 100. */
    progress: p.double().$type<number>().default(0),
    progressSource: p.enum(PROGRESS_SOURCES).$type<ProgressSource>().default("evidence"),
    requiredEvidence: p.integer().default(1),
    /** What its evidence comes to now; kept here so that every figure is made of control rows alone. */
    approvedEvidence: p.integer().default(0),
    pendingEvidence: p.integer().default(0),
    owner: () => p.manyToOne(User).nullable().index(),
    notApplicable: p.boolean().default(false),
    /** Left out with its category: it comes back with it. */
    outOfScope: p.boolean().default(false),
    /** Why the control does not apply. */
    justification: p.text().nullable(),
    /** Who set the control's figures by hand, where they are not derived from evidence. */
    statements: p
      .json<Statements>()
      .default("{}")
      .onCreate(() => ({})),
    /** What the audited party said and nobody has confirmed yet. */
    pendingChange: p.json<PendingChange>().nullable(),
  },
});

/** A framework's control as it stands in one project. */
export class Control extends ControlSchema.class {
  /** Takes what its evidence comes to; progress follows unless a person keeps it by hand. */
  count({ approved, pending }: { approved: number; pending: number }): void {
    this.approvedEvidence = approved;
    this.pendingEvidence = pending;
    this.follow();
  }

  require(evidence: number): void {
    this.requiredEvidence = evidence;
    this.follow();
  }

  /** From now on progress is what a person says, until `deriveProgress`. */
  setProgress(progress: number): void {
    this.progressSource = "manual";
    this.progress = progress;
    this.status = statusOfProgress(progress);
  }

  deriveProgress(): void {
    this.progressSource = "evidence";
    this.follow();
  }

  /** Its category comes into the project's scope, or leaves it. A control that does not apply by itself stays so. */
  bringInScope(inScope: boolean, reason: string | null): void {
    if (inScope === !this.outOfScope || (!inScope && this.notApplicable)) return;
    this.outOfScope = !inScope;
    this.notApplicable = !inScope;
    this.justification = inScope ? null : (reason ?? OUT_OF_SCOPE);
    this.dropSpentStatements();
  }

  /** As far as people may state it. */
  stated(): Stated {
    const { progress, progressSource, requiredEvidence, notApplicable, justification } = this;
    return {
      progress,
      progressSource,
      requiredEvidence,
      notApplicable,
      justification: justification ?? null,
    };
  }

  /** Remembers whose word a figure is; `asked` is how much evidence was required before. */
  state(field: StatedField, word: Omit<Statement, "from">, asked: number): void {
    const from = field === "required_evidence" ? Math.max(asked, this.statements[field]?.from ?? 0) : null;
    this.statements = { ...this.statements, [field]: { ...word, from } };
  }

  dropSpentStatements(): void {
    this.statements = standing(this.statements, this.stated());
  }

  private follow(): void {
    if (this.progressSource === "manual") return;
    this.progress = derivedProgress({
      approved: this.approvedEvidence,
      pending: this.pendingEvidence,
      required: this.requiredEvidence,
    });
    this.status = statusOfProgress(this.progress);
  }
}
ControlSchema.setClass(Control);
