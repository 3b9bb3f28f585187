import { evidenceEvents } from "./evidence.events.ts";
import type { Feature } from "../feature.ts";
import { evidenceAccess } from "./evidence.access.ts";
import { EvidenceChunk } from "./evidence-chunk.entity.ts";
import { Evidence } from "./evidence.entity.ts";
import { evidenceStarts, evidenceWorkflows } from "./evidence.workflows.ts";
import { RejectedFile } from "./rejected-file.entity.ts";

declare module "../audit-log/audit.rules.ts" {
  interface AccessKinds {
    "evidence.downloaded": never;
  }
}

const CURRENT = "deleted_at is null and status not in ('superseded', 'quarantined')";

export const evidence = {
  entities: [Evidence, EvidenceChunk, RejectedFile],
  access: evidenceAccess,
  subjects: {
    evidence: { read: evidenceAccess["evidence.read"], entity: Evidence, filter: { deletedAt: null } },
  },
  events: evidenceEvents,
  starts: evidenceStarts,
  workflows: evidenceWorkflows,
  blobFolders: { evidence: "evidence" },
  // Their conditions are those of partial indexes.
  backlog: {
    ingestions: {
      summary: "Files being ingested or waiting for ingestion",
      rows: `select uploaded_at as at from evidence where chunking_status in ('PENDING', 'PROCESSING') and ${CURRENT}`,
    },
    failed_ingestions: {
      summary: "Files whose ingestion failed; retry or replace them",
      rows: `select uploaded_at as at from evidence where chunking_status = 'FAILED' and ${CURRENT}`,
    },
  },
} satisfies Feature;
