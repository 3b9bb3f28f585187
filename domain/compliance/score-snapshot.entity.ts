import { defineEntity, p } from "@mikro-orm/core";
import { ofVisibleProject } from "../access/row-security.ts";
import type { Risk } from "../findings/risk.rules.ts";
import { Project } from "../projects/project.entity.ts";
import type { CategoryScores, Coverage, EvidenceQuality } from "./score.rules.ts";

const ScoreSnapshotSchema = defineEntity({
  name: "ScoreSnapshot",
  tableName: "score_snapshots",
  policies: [ofVisibleProject("score_snapshots")],
  properties: {
    project: () => p.manyToOne(Project).primary().deleteRule("cascade"),
    /** The day (UTC) that it represents at its end. */
    day: p.date().primary(),
    takenAt: p.datetime(),
    overall: p.double().$type<number>(),
    categories: p.json<CategoryScores>(),
    coverage: p.json<Coverage>(),
    quality: p.json<EvidenceQuality>(),
    /** Progress of each control, by its number. */
    progress: p.json<Record<string, number>>(),
    /** Null in snapshots from before it was stored. */
    risk: p.json<Risk>().nullable(),
  },
});

/** A project's figures on one day. */
export class ScoreSnapshot extends ScoreSnapshotSchema.class {}
ScoreSnapshotSchema.setClass(ScoreSnapshot);
