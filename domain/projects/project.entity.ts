import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { projectPolicies } from "../access/wall.ts";
import { User } from "../users/user.entity.ts";
import { ROLES, type Role } from "../users/user.rules.ts";
import {
  MILESTONE_STATUSES,
  PROJECT_STATUSES,
  type MilestoneStatus,
  type ProjectStatus,
} from "./project.rules.ts";

const ProjectSchema = defineEntity({
  name: "Project",
  tableName: "projects",
  indexes: [
    { properties: ["createdAt", "id"] },
    // Asked for by row-level security on behalf of everybody.
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
    customer: () => p.manyToOne(User).nullable().index(),
    auditor: () => p.manyToOne(User).nullable().index(),
    createdBy: () => p.manyToOne(User),
    periodStart: p.date().nullable(),
    periodEnd: p.date().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime().onUpdate(() => new Date()),
    team: () => p.oneToMany(TeamMember).mappedBy("project"),
    milestones: () => p.oneToMany(Milestone).mappedBy("project").orderBy({ dueDate: "asc", id: "asc" }),
  },
});

/** A run of a company against one framework. Its controls live in `domain/controls`. */
export class Project extends ProjectSchema.class {}
ProjectSchema.setClass(Project);

const TeamMemberSchema = defineEntity({
  name: "TeamMember",
  tableName: "team_members",
  properties: {
    project: () => p.manyToOne(Project).primary().deleteRule("cascade"),
    user: () => p.manyToOne(User).primary().index(),
    role: p.enum(ROLES).$type<Role>(),
    joinedAt: p.datetime(),
  },
});

/** Shares a project with a user, who acts in it with the rights of their own role. */
export class TeamMember extends TeamMemberSchema.class {}
TeamMemberSchema.setClass(TeamMember);

const MilestoneSchema = defineEntity({
  name: "Milestone",
  tableName: "milestones",
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade").index(),
    name: p.string(),
    dueDate: p.datetime(),
    status: p.enum(MILESTONE_STATUSES).$type<MilestoneStatus>().default("planned"),
  },
});

export class Milestone extends MilestoneSchema.class {}
MilestoneSchema.setClass(Milestone);
