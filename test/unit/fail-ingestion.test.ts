import { expect, test } from "@jest/globals";
import type { SystemContext } from "../../domain/context.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { failIngestion } from "../../domain/evidence/ingestion.commands.ts";

test("a completed ingestion whose answer was lost stays completed when its workflow is cancelled", async () => {
  const evidence = Object.assign(Object.create(Evidence.prototype) as Evidence, {
    chunkingStatus: "COMPLETED",
    ingestionError: null,
  });
  await failIngestion({} as SystemContext, evidence, "It was cancelled").catch(() => undefined);
  expect(evidence.chunkingStatus).toBe("COMPLETED");
  expect(evidence.ingestionError).toBeNull();
});
