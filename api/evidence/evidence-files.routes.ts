import { z } from "zod";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { requireDownloadable } from "../../domain/evidence/require-downloadable.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { notFound } from "../../platform/errors.ts";
import { may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type RawAnswer, type Route } from "../route.ts";
import { loadById } from "./evidence.routes.ts";
import { recordDownload } from "./record-download.ts";
import { BLOB_ANSWERS, sendBlob } from "./send-blob.ts";

const DISPOSITIONS = ["attachment", "inline"] as const;
/** Browsers display these without running any of their content. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(["application/pdf", "image/png", "image/jpeg"]);

export interface EvidenceFileDeps {
  blobs: BlobStore;
  /** Whether a scanner is configured. */
  scans: boolean;
}

const original = (deps: EvidenceFileDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/evidence/:id/file",
    summary: "Download the file as uploaded; range requests are supported",
    access: may("evidence.read"),
    params: IdParams,
    query: z.strictObject({
      disposition: z.enum(DISPOSITIONS).default("attachment").meta({
        description: "`inline` lets browsers display PDF, PNG and JPEG; other files are always downloaded",
      }),
    }),
    answer: "raw",
    answers: { ...BLOB_ANSWERS, 409: "The file is quarantined or has not passed the malware scan" },
    load: loadById,
    act: async (ctx, { query }, evidence) => {
      requireDownloadable(evidence, deps);
      await recordDownload(ctx, "evidence", evidence);
      const isShown = query.disposition === "inline" && SHOWN_TYPES.has(evidence.contentType);
      return { evidence, isShown };
    },
    present:
      ({ evidence: { id, contentType, fileName, fileSize, sha256 }, isShown }): RawAnswer =>
      (response) =>
        sendBlob(deps.blobs, response, {
          key: blobKeys(id).original,
          contentType,
          ...(!isShown && { fileName }),
          etag: sha256,
          size: fileSize,
          sha256,
          mustExist: true,
        }),
  });

const thumbnail = ({ blobs }: EvidenceFileDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/evidence/:id/thumbnail",
    summary: "Thumbnail of the file, 200 x 200 pixels",
    access: may("evidence.read"),
    params: IdParams,
    answer: "raw",
    produces: "image/png",
    answers: BLOB_ANSWERS,
    load: loadById,
    act: async (_ctx, _input, evidence) => {
      if (!evidence.hasThumbnail) throw notFound("Thumbnail");
      return evidence;
    },
    present:
      ({ id, sha256 }): RawAnswer =>
      (response) =>
        sendBlob(blobs, response, {
          key: blobKeys(id).thumbnail,
          contentType: "image/png",
          etag: `${sha256}-thumbnail`,
          size: null,
          sha256: null,
        }),
  });

export const createEvidenceFileRoutes = (deps: EvidenceFileDeps): Route[] => [
  original(deps),
  thumbnail(deps),
];
