import { evidenceEvents } from "./evidence.events.ts";
import type { Feature } from "../feature.ts";
import { evidenceAccess } from "./evidence.access.ts";
import { EvidenceChunk } from "./evidence-chunk.entity.ts";
import { Evidence } from "./evidence.entity.ts";
import { evidenceStarts, evidenceWorkflows } from "./evidence.workflows.ts";
import { RejectedFile } from "./rejected-file.entity.ts";

export const evidence = {
  entities: [Evidence, EvidenceChunk, RejectedFile],
  access: evidenceAccess,
  subjects: {
    evidence: { read: evidenceAccess["evidence.read"], entity: Evidence, filter: { deletedAt: null } },
  },
  events: evidenceEvents,
  starts: evidenceStarts,
  workflows: evidenceWorkflows,
} satisfies Feature;
