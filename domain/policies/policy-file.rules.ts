import { safeFileName } from "../evidence/file-name.rules.ts";

export const POLICY_FORMATS = ["pdf", "docx", "md"] as const;
export type PolicyFormat = (typeof POLICY_FORMATS)[number];

interface NamedVersion {
  companyName: string;
  title: string;
  version: number;
}

/** The name of the file of a version. */
export const policyFileName = ({ companyName, title, version }: NamedVersion, format: PolicyFormat): string =>
  safeFileName(`${`${companyName} - ${title} v${version}`.replaceAll(/[/\\]/g, "-")}.${format}`);
