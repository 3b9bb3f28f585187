import { z } from "zod";
import { ScoreSnapshot } from "../../../domain/compliance/score-snapshot.entity.ts";
import { RISK_LEVELS, levelOf, type Risk } from "../../../domain/findings/risk.rules.ts";
import { entities } from "../../../domain/entities.ts";
import type { Config } from "../../../platform/config.ts";
import { createOrm } from "../../../platform/database/orm.ts";

const DAYS = 89;
const DAY_MS = 86_400_000;
/** The share of the figures on the first day. */
const AT_FIRST = 0.3;

/** The current figures from the API. */
export const Figures = z.object({
  overall_score: z.number(),
  framework_scores: z.record(z.string(), z.number()),
  control_coverage: z.object({
    total: z.int(),
    complete: z.int(),
    in_progress: z.int(),
    not_started: z.int(),
  }),
  evidence_quality: z.object({
    total: z.int(),
    high_quality: z.int(),
    good_quality: z.int(),
    needs_improvement: z.int(),
  }),
  explanation: z.array(z.object({ number: z.string(), progress: z.number() })),
});
/** The current risk from the API. */
export const CurrentRisk = z.object({ score: z.number(), level: z.enum(RISK_LEVELS), counted: z.int() });

type Figures = z.infer<typeof Figures>;

/** The share of today's figures this many days ago: slow at first, with quiet weeks. */
function shareOf(daysAgo: number): number {
  const passed = (DAYS - daysAgo) / DAYS;
  const steady = AT_FIRST + (1 - AT_FIRST) * passed ** 1.4;
  return Math.min(1, steady + 0.015 * Math.sin(passed * 22));
}

const scaled = <K extends string>(counts: Readonly<Record<K, number>>, share: number): Record<K, number> =>
  Object.fromEntries(
    Object.entries<number>(counts).map(([name, count]) => [name, Math.round(count * share)]),
  ) as Record<K, number>;

/** Higher in the past, when fewer findings had been resolved. */
function riskOf({ score: today, counted }: Risk, share: number): Risk {
  const score = Math.min(100, Math.round(today / share));
  return { score, level: levelOf(score), counted: Math.round(counted / share) };
}

function snapshotOf(now: Figures, risk: Risk, daysAgo: number) {
  const [share, takenAt] = [shareOf(daysAgo), new Date(Date.now() - daysAgo * DAY_MS)];
  const { total, ...states } = now.control_coverage;
  const { complete, in_progress } = scaled(states, share);
  const progress = now.explanation.map(({ number, progress: today }) => [number, today * share] as const);
  return {
    day: takenAt.toISOString().slice(0, 10),
    takenAt,
    overall: now.overall_score * share,
    categories: Object.fromEntries(
      Object.entries(now.framework_scores).map(([name, score]) => [name, score * share]),
    ),
    coverage: { total, complete, in_progress, not_started: total - complete - in_progress },
    quality: scaled(now.evidence_quality, share),
    progress: Object.fromEntries(progress),
    risk: riskOf(risk, share),
  };
}

/** Gives a demo project a plausible history of today's figures; existing days stay. */
export async function seedHistory(
  config: Config,
  projectId: string,
  now: Figures,
  risk: Risk,
): Promise<void> {
  const orm = await createOrm(config, entities);
  try {
    const days = Array.from({ length: DAYS }, (_, index) => snapshotOf(now, risk, index + 1));
    const rows = days.map((day) => ({ project: projectId, ...day }));
    await orm.em
      .fork()
      .upsertMany(ScoreSnapshot, rows, { onConflictFields: ["project", "day"], onConflictAction: "ignore" });
  } finally {
    await orm.close();
  }
}
