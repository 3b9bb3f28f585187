import { runAsSystem } from "../../../activities/run-as-system.ts";
import { entities } from "../../../domain/entities.ts";
import { Evidence } from "../../../domain/evidence/evidence.entity.ts";
import { quarantineEvidence } from "../../../domain/evidence/ingestion.commands.ts";
import { malwareFound } from "../../../domain/evidence/ingestion-failures.rules.ts";
import { systemClock } from "../../../platform/clock.ts";
import type { Config } from "../../../platform/config.ts";
import { createOrm } from "../../../platform/database/orm.ts";
import { REPORTED_FILE } from "./special-files.ts";

const FOUND = malwareFound("Demonstration.Finding");

/** Quarantines one harmless file, as a virus scanner would: the demo has none, and an infected file would do harm. */
export async function quarantineOne(config: Config, projectId: string): Promise<void> {
  const orm = await createOrm(config, entities);
  try {
    await runAsSystem({ orm, clock: systemClock }, async (ctx) => {
      const { title } = REPORTED_FILE;
      const evidence = await ctx.em.findOneOrFail(Evidence, { project: projectId, title });
      await quarantineEvidence(ctx, evidence, FOUND);
    });
  } finally {
    await orm.close();
  }
}
