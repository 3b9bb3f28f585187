import { hash } from "node:crypto";
import { policyFileName, type PolicyFormat } from "../../domain/policies/policy-file.rules.ts";
import type { PolicyText } from "../../domain/policies/policy.queries.ts";
import type { FileTasks } from "../../extraction/file-tasks.ts";

const CONTENT_TYPES: Record<PolicyFormat, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  md: "text/markdown; charset=utf-8",
};

export interface PolicyFile {
  fileName: string;
  contentType: string;
  bytes: Buffer;
  /** Hex. */
  sha256: string;
}

/** The requester of the file and its generator. */
interface Maker {
  fileTasks: FileTasks;
  caller: string;
}

function bytesOf(
  { text }: PolicyText,
  format: PolicyFormat,
  { fileTasks, caller }: Maker,
): Promise<Buffer> | Buffer {
  const { content, title, generatedAt: asOf } = text;
  if (format === "md") return Buffer.from(content);
  return fileTasks.writeMarkdown(caller, content, { format, title, asOf });
}

/** A version of a policy as a file. */
export async function policyFile(
  policyText: PolicyText,
  format: PolicyFormat,
  maker: Maker,
): Promise<PolicyFile> {
  const bytes = await bytesOf(policyText, format, maker);
  const { title, version } = policyText.text;
  return {
    fileName: policyFileName({ companyName: policyText.policy.companyName, title, version }, format),
    contentType: CONTENT_TYPES[format],
    bytes,
    sha256: hash("sha256", bytes),
  };
}
