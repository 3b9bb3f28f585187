import { defineEntity, p } from "@mikro-orm/core";
import { ofVisibleProject } from "../access/row-security.ts";
import { Project } from "../projects/project.entity.ts";

const RejectedFileSchema = defineEntity({
  name: "RejectedFile",
  tableName: "rejected_files",
  policies: [ofVisibleProject("rejected_files")],
  properties: {
    project: () => p.manyToOne(Project).primary().deleteRule("cascade"),
    sha256: p.string().primary(),
    /** The rejected evidence. Only its id, because deleting the evidence does not make the file new. */
    evidenceId: p.uuid().primary(),
    title: p.string(),
    note: p.text(),
    rejectedAt: p.datetime(),
  },
});

/** Bytes that a reviewer rejected in a project. */
export class RejectedFile extends RejectedFileSchema.class {}
RejectedFileSchema.setClass(RejectedFile);
