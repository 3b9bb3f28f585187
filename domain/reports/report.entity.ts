import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject } from "../access/row-security.ts";
import { Project } from "../projects/project.entity.ts";
import { LANGUAGES, type Language } from "../texts/language.rules.ts";
import { User } from "../users/user.entity.ts";
import { REPORT_KINDS, REPORT_STATUSES, type ReportKind, type ReportStatus } from "./report.rules.ts";

const ReportSchema = defineEntity({
  name: "Report",
  tableName: "reports",
  indexes: [{ properties: ["project", "requestedAt", "id"] }],
  policies: [ofVisibleProject("reports")],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    kind: p.enum(REPORT_KINDS).$type<ReportKind>(),
    status: p.enum(REPORT_STATUSES).$type<ReportStatus>().default("queued"),
    /** 0 to 1. */
    progress: p.double().$type<number>().default(0),
    /** The language of its PDF files and workbooks. */
    language: p.enum(LANGUAGES).$type<Language>().default("en"),
    requestedBy: () => p.manyToOne(User),
    requestedAt: p.datetime(),
    completedAt: p.datetime().nullable(),
    /** When the report and its file are deleted. */
    expiresAt: p.datetime(),
    fileName: p.string().nullable(),
    fileSize: p.bigint("number").nullable(),
    sha256: p.string().nullable(),
    /** The reason why there is no file. */
    error: p.text().nullable(),
  },
});

/** A file about a project that a workflow builds. */
export class Report extends ReportSchema.class {
  isInProgress(): boolean {
    return this.status === "queued" || this.status === "building";
  }

  complete(file: { fileName: string; fileSize: number; sha256: string }, at: Date): void {
    this.status = "completed";
    this.progress = 1;
    this.fileName = file.fileName;
    this.fileSize = file.fileSize;
    this.sha256 = file.sha256;
    this.completedAt = at;
  }

  fail(reason: string): void {
    this.status = "failed";
    this.error = reason;
  }
}
ReportSchema.setClass(Report);
