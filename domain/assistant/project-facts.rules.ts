import type { ControlFacts } from "../compliance/gaps.rules.ts";
import { GOOD_QUALITY, counts, lacksReading, serves, type Countable } from "../evidence/evidence.rules.ts";
import { isActive } from "../findings/finding.rules.ts";
import type { ProjectData } from "../project-data/project-data.ts";

/** Whether evidence that counts has a weak quality, judging by what was read of it. */
const isWeak = (evidence: Countable & { qualityScore: number }): boolean =>
  counts(evidence) && evidence.chunkingStatus === "COMPLETED" && evidence.qualityScore < GOOD_QUALITY;

/** The evidence and findings of each control, by its id: the same facts as those of the compliance routes. */
export const projectFacts = ({ controls, evidence, findings }: ProjectData): Map<string, ControlFacts> =>
  new Map(
    controls.map(({ id: controlId, number }) => {
      const serving = evidence.filter(serves(number));
      const unread = serving
        .filter(lacksReading)
        .map(({ id, title, ingestionError: why }) => ({ id, title, why }));
      const facts = {
        expiredEvidence: serving.filter(({ status }) => status === "expired").length,
        unread: unread.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        weakEvidence: serving.filter(isWeak).length,
        openFindings: findings.filter(({ control, status }) => control === number && isActive(status)).length,
      };
      return [controlId, facts];
    }),
  );
