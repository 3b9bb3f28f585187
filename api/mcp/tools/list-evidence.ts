import { z } from "zod";
import { listEvidence } from "../../../domain/evidence/evidence.queries.ts";
import { CHUNKING_STATUSES, EVIDENCE_STATUSES } from "../../../domain/evidence/evidence.rules.ts";
import { lists } from "../../access.ts";
import { ControlRef, Id } from "../../common.contract.ts";
import { EvidenceView, presentEvidence } from "../../evidence/evidence.contract.ts";
import { Paged, paging, search } from "../paging.ts";
import { READS, defineTool } from "../tool.ts";

const Item = EvidenceView.pick({
  id: true,
  title: true,
  file_name: true,
  project_id: true,
  control_id: true,
  also_controls: true,
  status: true,
  approved_unread: true,
  acceptance: true,
  quality_score: true,
  chunking_status: true,
  uploaded_at: true,
  expires_at: true,
});

export const listEvidenceTool = defineTool({
  name: "list_evidence",
  title: "List evidence",
  description:
    "List the evidence you may see, newest first: files that show how a control is met, with review status and quality.",
  input: z.strictObject({
    ...paging,
    search,
    project_id: Id.optional(),
    control_id: ControlRef.optional(),
    status: z.enum(EVIDENCE_STATUSES).optional(),
    chunking_status: z.enum(CHUNKING_STATUSES).optional(),
  }),
  output: z.object({ evidence: z.array(Item), pagination: Paged }),
  hints: READS,
  access: lists("evidence.read"),
  run: async (ctx, { project_id, control_id, chunking_status, ...input }) => {
    const named = { projectId: project_id, controlId: control_id, chunkingStatus: chunking_status };
    const { items, pagination } = await listEvidence(ctx, { ...input, ...named });
    return { evidence: items.map(presentEvidence), pagination };
  },
});
