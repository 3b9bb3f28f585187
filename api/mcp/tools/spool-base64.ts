import { hash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { largerThan } from "../../../domain/evidence/file-size.rules.ts";
import { invalid } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { SpooledFile } from "../../route.ts";

/** The most that fits into a message; upload larger files with POST /api/v1/evidence. */
export const MAX_BYTES = 10 * 1024 * 1024;

/** Decodes a file into the spool folder, like uploads of forms. */
export async function spoolBase64(spoolDir: string, fileName: string, base64: string): Promise<SpooledFile> {
  const field = "content_base64";
  if (base64.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(base64))
    throw invalid({ field, error: "must be padded base64 without line breaks" });
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > MAX_BYTES)
    throw invalid({ field, error: `the file ${largerThan(MAX_BYTES)}: use POST /api/v1/evidence` });
  await mkdir(spoolDir, { recursive: true });
  const path = join(spoolDir, newId());
  await writeFile(path, bytes, { flush: true });
  return { path, fileName, size: bytes.length, sha256: hash("sha256", bytes) };
}
