import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject, openToOverseers } from "../access/wall.ts";
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
    /** Why the control does not apply. */
    justification: p.text().nullable(),
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
