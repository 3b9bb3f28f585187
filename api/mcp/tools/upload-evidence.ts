import { z } from "zod";
import { uploadEvidence } from "../../../domain/evidence/evidence.commands.ts";
import { inDetail } from "../../../domain/evidence/evidence.queries.ts";
import { loadProject } from "../../../domain/projects/project.queries.ts";
import type { FreeSpace } from "../../../platform/blobs/free-space.ts";
import { may } from "../../access.ts";
import { dropFile } from "../../gateway/parse-input.ts";
import { EvidenceDetail, UploadForm, presentDetail } from "../../evidence/evidence.contract.ts";
import { prepareUpload, type UploadDeps } from "../../evidence/prepare-upload.ts";
import { defineTool, type McpTool } from "../tool.ts";
import { spoolBase64 } from "./spool-base64.ts";

export interface UploadToolDeps extends UploadDeps {
  /** On the same disk as the blob store. */
  spoolDir: string;
  space: Pick<FreeSpace, "requireSpace">;
}

const Input = UploadForm.pick({ title: true, description: true, project_id: true, control_id: true })
  .extend({
    tags: z.array(z.string().trim().min(1).max(50)).max(50).default([]),
    collected_at: UploadForm.shape.collected_at,
    file_name: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: "With its extension: pdf, doc, docx, xls, xlsx, png or jpg" }),
    content_base64: z.string().min(1).meta({ description: "The file in base64, at most 10 MB" }),
  })
  .strict();

export const uploadEvidenceTool = (deps: UploadToolDeps): McpTool =>
  defineTool({
    name: "upload_evidence",
    title: "Upload evidence",
    description:
      "Upload a document as evidence for a control of a project. A workflow reads it and a person reviews it; get_evidence shows when its text is searchable.",
    input: Input,
    output: EvidenceDetail,
    hints: { readOnly: false, storesFile: true },
    access: may("evidence.upload"),
    load: (ctx, input) => loadProject(ctx, input.project_id),
    run: async (ctx, { control_id: controlId, ...input }, project) => {
      await deps.space.requireSpace(input.content_base64.length);
      const spooled = await spoolBase64(deps.spoolDir, input.file_name, input.content_base64);
      try {
        const prepared = await prepareUpload(deps, ctx, spooled);
        const { title, description, tags, collected_at: collectedAt = null } = input;
        const dates = { collectedAt, periodStart: null, periodEnd: null, expiresAt: null };
        const about = { title, description, tags, ...dates };
        const named = { project, controlId, alsoControls: [] };
        const evidence = await uploadEvidence(ctx, { ...named, about, ...prepared });
        return presentDetail(await inDetail(ctx, evidence));
      } finally {
        await dropFile(spooled);
      }
    },
  });
