import type { EntityManager } from "@mikro-orm/postgresql";
import { relatedControls } from "./catalogue.rules.ts";
import type { ControlTexts } from "./control-text.rules.ts";
import { findFramework } from "./framework.queries.ts";

/** The texts of a framework's controls. */
export async function readControlTexts(
  ctx: { em: EntityManager },
  frameworkId: string,
): Promise<ControlTexts> {
  const framework = await findFramework(ctx, frameworkId);
  return new Map(
    (framework?.controls ?? []).map(({ number, summary, evidenceHints }) => [
      number,
      { summary, evidenceHints, related: relatedControls(frameworkId, number) },
    ]),
  );
}
