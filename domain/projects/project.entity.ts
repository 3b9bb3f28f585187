import { defineEntity, p } from "@mikro-orm/core";
import { conflict, type AppError } from "../../platform/errors.ts";
import { productNow } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import {
  isVisible,
  me,
  ofVisibleProject,
  openToOverseers,
  role,
  toAll,
  unconfined,
} from "../access/row-security.ts";
import type { TrustCategory } from "../frameworks/framework.rules.ts";
import type { PendingScope } from "./scope.rules.ts";
import { User } from "../users/user.entity.ts";
import {
  MILESTONE_STATUSES,
  nextMilestoneStatuses,
  type MilestoneStatus,
  type SettableStatus,
} from "./milestone.rules.ts";
import {
  PROJECT_STATUSES,
  describeImpossibleMove,
  nextStatuses,
  type ImpossibleMove,
  type ProjectStatus,
} from "./project.rules.ts";

/** Visibility of projects, as in `project.read`; a creator may see one only after its team is written. */
const projectPolicies = [
  { name: "projects_of_caller", using: `${toAll} or ${isVisible("projects.id")}` },
  {
    name: "projects_created",
    command: "insert",
    check: `projects.created_by_id = ${me} and ${role} in ('customer', 'manager', 'admin') and ${unconfined}`,
  },
] as const;

/** Members are visible with their project; a creator writes them before they can see it. */
const teamPolicies = [
  ofVisibleProject("team_members"),
  {
    name: "team_members_of_creator",
    command: "insert",
    check: "team_members.project_id in (select compliance_created_projects())",
  },
] as const;

const ProjectSchema = defineEntity({
  name: "Project",
  tableName: "projects",
  indexes: [
    { properties: ["createdAt", "id"] },
    // Used by row-level security for all callers.
    { name: "projects_demo", expression: "create index projects_demo on projects (id) where demo" },
  ],
  policies: [...projectPolicies],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    name: p.string(),
    description: p.text().default(""),
    status: p.enum(PROJECT_STATUSES).$type<ProjectStatus>().default("active"),
    framework: p.string().index(),
    complianceScore: p.double().$type<number>().default(0),
    demo: p.boolean().default(false),
    /** Trust categories in scope, out of those of its framework. */
    categories: p.array<TrustCategory>().default([]),
    /** The scope proposed by the audited party, until it is confirmed. */
    pendingScope: p.json<PendingScope>().nullable(),
    customer: () => p.manyToOne(User).nullable().index(),
    auditor: () => p.manyToOne(User).nullable().index(),
    createdBy: () => p.manyToOne(User),
    periodStart: p.date().nullable(),
    periodEnd: p.date().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime().onUpdate(productNow),
    /** Set by the deletion: from then on no one sees it, and a workflow removes it. */
    deletingAt: p.datetime().nullable(),
    team: () => p.oneToMany(TeamMember).mappedBy("project"),
    milestones: () => p.oneToMany(Milestone).mappedBy("project").orderBy({ dueDate: "asc", id: "asc" }),
  },
});

/** CONFLICT for a change of status; `subject` is the beginning of a sentence with the current one. */
const impossible = (subject: string, move: ImpossibleMove): AppError =>
  conflict(describeImpossibleMove(subject, move), {
    reason: "impossible_status",
    possible: move.possible,
  });

/** A company's work towards one framework. `domain/controls` has its controls. */
export class Project extends ProjectSchema.class {
  /** Whether its contents can still change. */
  isOpen(): boolean {
    return this.status !== "archived" && !this.deletingAt;
  }

  /** Throws CONFLICT if the project is archived. */
  requireOpen(): void {
    if (!this.isOpen())
      throw conflict("The project is archived and cannot be changed", { reason: "project_archived" });
  }

  changeStatus(to: ProjectStatus): void {
    const possible = nextStatuses(this.status);
    if (!possible.includes(to)) throw impossible(`A project that is ${this.status}`, { to, possible });
    this.status = to;
  }

  beginDeletion(now: Date): void {
    this.deletingAt = now;
  }
}
ProjectSchema.setClass(Project);

const TeamMemberSchema = defineEntity({
  name: "TeamMember",
  tableName: "team_members",
  policies: [...teamPolicies, openToOverseers("team_members")],
  properties: {
    project: () => p.manyToOne(Project).primary().deleteRule("cascade"),
    user: () => p.manyToOne(User).primary().index(),
    /** Their function in the project, in free text. */
    role: p.text(),
    joinedAt: p.datetime(),
  },
});

/** Shares a project with a user, who has the rights of their own role in it. */
export class TeamMember extends TeamMemberSchema.class {}
TeamMemberSchema.setClass(TeamMember);

const MilestoneSchema = defineEntity({
  name: "Milestone",
  tableName: "milestones",
  policies: [ofVisibleProject("milestones")],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade").index(),
    name: p.string(),
    dueDate: p.datetime(),
    status: p.enum(MILESTONE_STATUSES).$type<MilestoneStatus>().default("planned"),
    /** The last reminder of this date, in days before it. */
    remindedDays: p.integer().nullable(),
  },
});

/** A dated goal of a project. */
export class Milestone extends MilestoneSchema.class {
  /** Whether its date still matters: neither achieved nor missed. */
  isOpen(): boolean {
    return this.status === "planned" || this.status === "in_progress";
  }

  /** Whether it still waits for this date (epoch milliseconds). */
  waitsFor(dueAt: number): boolean {
    return this.isOpen() && this.dueDate.getTime() === dueAt;
  }

  /** A missed one with a date in the future becomes planned again. */
  reschedule(dueDate: Date, now: Date): void {
    if (this.status === "achieved")
      throw conflict("An achieved milestone keeps its date", { reason: "milestone_achieved" });
    this.dueDate = dueDate;
    this.remindedDays = null;
    if (this.status === "missed" && dueDate > now) this.status = "planned";
  }

  moveTo(to: SettableStatus): void {
    const possible = nextMilestoneStatuses(this.status);
    if (!possible.includes(to)) {
      const hint = this.status === "missed" ? "; a date in the future makes it planned again" : "";
      throw impossible(`A milestone that is ${this.status}`, { to, possible, hint });
    }
    this.status = to;
  }

  /** Records a reminder; returns false if it was recorded before. */
  remind(daysLeft: number): boolean {
    if (this.remindedDays != null && this.remindedDays <= daysLeft) return false;
    this.remindedDays = daysLeft;
    return true;
  }

  miss(): void {
    this.status = "missed";
  }
}
MilestoneSchema.setClass(Milestone);
