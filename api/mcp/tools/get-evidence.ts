import { z } from "zod";
import { readDetailed } from "../../../domain/evidence/evidence.queries.ts";
import { may } from "../../access.ts";
import { Id } from "../../common.contract.ts";
import { EvidenceDetail, presentDetail } from "../../evidence/evidence.contract.ts";
import { READS, defineTool } from "../tool.ts";

export const getEvidence = defineTool({
  name: "get_evidence",
  title: "Get a piece of evidence",
  description:
    "Get one piece of evidence: its file, dates, review, quality with the reasons, and whether its text is searchable (chunking_status COMPLETED).",
  input: z.strictObject({ evidence_id: Id }),
  output: EvidenceDetail,
  hints: READS,
  access: may("evidence.read"),
  load: (ctx, input) => readDetailed(ctx, input.evidence_id),
  run: async (_ctx, _input, evidence) => presentDetail(evidence),
});
