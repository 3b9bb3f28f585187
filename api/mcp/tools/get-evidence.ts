import { z } from "zod";
import { Id } from "../../common.contract.ts";
import { EvidenceDetail, presentDetail } from "../../evidence/evidence.contract.ts";
import { READS, defineTool } from "../tool.ts";
import { readsBy } from "../../access.ts";
import { visibleInDetail } from "../../../domain/evidence/evidence.queries.ts";

export const getEvidence = defineTool({
  name: "get_evidence",
  title: "Get a piece of evidence",
  description:
    "Get one piece of evidence: its file, dates, review, quality with the reasons, and whether its text is searchable (chunking_status COMPLETED).",
  input: z.strictObject({ evidence_id: Id }),
  output: EvidenceDetail,
  hints: READS,
  access: readsBy(visibleInDetail, ({ evidence_id: id }: { evidence_id: string }) => id),
  run: async (_ctx, _input, evidence) => presentDetail(evidence),
});
