import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject } from "../access/row-security.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { JOB_KINDS, JOB_STATUSES, type JobKind, type JobResult, type JobStatus } from "./job.rules.ts";

const JobSchema = defineEntity({
  name: "AssistantJob",
  tableName: "ai_jobs",
  policies: [ofVisibleProject("ai_jobs")],
  indexes: [{ properties: ["project", "id"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    requestedBy: () => p.manyToOne(User),
    kind: p.enum(JOB_KINDS).$type<JobKind>(),
    status: p.enum(JOB_STATUSES).$type<JobStatus>(),
    /** 0 to 1. */
    progress: p.double().$type<number>().default(0),
    result: p.json().$type<JobResult>().nullable(),
    /** Why there is no result. */
    error: p.text().nullable(),
    requestedAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
});

/** A requested analysis or text about a project, visible to everyone who sees the project. */
export class AssistantJob extends JobSchema.class {
  isInProgress(): boolean {
    return this.status === "queued" || this.status === "working";
  }
}
JobSchema.setClass(AssistantJob);
