import { z } from "zod";
import { frameworkIds } from "../../domain/frameworks/catalogue.rules.ts";
import { POLICY_FORMATS } from "../../domain/policies/policy-file.rules.ts";
import { POLICY_TYPES } from "../../domain/policies/policy-catalogue.rules.ts";
import type { PolicyTemplate } from "../../domain/policies/policy-template.ts";
import { POLICY_RESULTS, type PolicyReason } from "../../domain/policies/policy-quality.rules.ts";
import { POLICY_MODES } from "../../domain/policies/policy-writer.ts";
import type { Policy, PolicyVersion } from "../../domain/policies/policy.entity.ts";
import type { PolicyText } from "../../domain/policies/policy.queries.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { ControlRef, Id, NamedId, PageOf, Timestamp, listQuery, several } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineBody, defineView } from "../define-schemas.ts";

/** A single line, because it appears in headings and tables. */
const Line = z
  .string()
  .trim()
  // oxlint-disable-next-line no-control-regex -- readers of the description know ranges, and few know \P{Cc}.
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, "must be one line without control characters");

/** Several times the longest of ours, and still quick to convert to a file. */
const MAX_CHARACTERS = 100_000;

export const GenerateBody = defineBody("GeneratePolicyBody", {
  type: Line.min(1).meta({
    description: `One of ${POLICY_TYPES.join(", ")}`,
    examples: ["access_control"],
  }),
  framework: Line.min(1).meta({ description: `One of ${frameworkIds.join(", ")}`, examples: ["soc2"] }),
  control_id: z.union([ControlRef, z.literal("")]).optional(),
  company_name: Line.min(1).max(200),
  industry: Line.max(100)
    .default("")
    .meta({ examples: ["healthcare"] }),
  project_id: Id.optional().meta({ description: "Without a project, only the caller sees the policy" }),
});

export const policyRequestOf = (body: z.infer<typeof GenerateBody>) => ({
  type: body.type,
  framework: body.framework,
  industry: body.industry,
  companyName: body.company_name,
  control: body.control_id || null,
});

export const UpdatePolicyBody = defineBody("UpdatePolicyBody", {
  title: Line.min(1).max(200).optional(),
  content: z.string().trim().min(1).max(MAX_CHARACTERS).meta({ description: "The whole text in Markdown" }),
});

export const PolicyQuery = z.strictObject({
  ...listQuery,
  project_id: NamedId.optional().meta({ description: "Only policies of this project" }),
  type: several(POLICY_TYPES, "Only policies of these types"),
  framework: several(frameworkIds, "Only policies that serve these frameworks"),
});

const Version = z.coerce.number().int().min(1).max(1_000_000);

export const VersionQuery = z.strictObject({
  ...listQuery,
  version: Version.optional().meta({ description: "Only the version with this number" }),
});

export const FileQuery = z.strictObject({
  format: z.enum(POLICY_FORMATS).default("pdf").meta({ description: "File format" }),
  version: Version.optional().meta({ description: "Version number; the latest by default" }),
});

export const FileAsEvidenceBody = defineBody("FileAsEvidenceBody", {
  control_id: ControlRef,
  format: z.enum(["pdf", "docx"]).default("pdf"),
});

const ServedControl = defineView("ServedControl", { framework: z.string(), number: z.string() });

export const PolicyTypeList = defineView("PolicyTypeList", {
  policy_types: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      description: z.string(),
      owner: z.string().meta({ description: "The role responsible for the policy" }),
      controls: z.array(ServedControl),
    }),
  ),
});

export const presentTypes = (templates: readonly PolicyTemplate[]): z.infer<typeof PolicyTypeList> => ({
  policy_types: templates.map(({ type, title, description, owner, controls }) => ({
    type,
    title,
    description,
    owner,
    controls: Object.entries(controls).flatMap(([framework, numbers]) =>
      numbers.map((number) => ({ framework, number })),
    ),
  })),
});

const Reasons = z.array(
  z.object({
    check: z.string(),
    points: z.int(),
    of: z.int(),
    message: z.string(),
    result: z
      .enum(POLICY_RESULTS)
      .nullable()
      .meta({ description: "The message as a code, for other languages; null for older versions" }),
    values: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: "The values in the message", examples: [{ words: 1384 }] }),
  }),
);

const written = {
  title: z.string(),
  framework: z.string(),
  control_id: z.string().nullable().meta({ description: "Number of the control it was requested for" }),
  industry: z.string(),
  version: z.int(),
  mode: z.enum(POLICY_MODES).meta({ description: "Who wrote it: the template, a model, or a person" }),
  quality_score: z.int().meta({ description: "0 to 100" }),
  quality_reasons: Reasons,
  generated_at: Timestamp,
};

const PolicyView = defineView("Policy", {
  id: Id,
  project_id: Id.nullable(),
  owner_id: Id,
  owner: PersonOf("owner_id"),
  type: z.string(),
  company_name: z.string(),
  ...written,
  created_at: Timestamp,
});

export const PolicyTextView = PolicyView.extend({
  content: z.string(),
  format: z.literal("markdown"),
}).register(schemaNames, { id: "PolicyText" });
export const PolicyList = PageOf("policies", PolicyView, "PolicyList");

export const PolicyVersionList = PageOf(
  "versions",
  z.object({
    ...written,
    content: z.string(),
    format: z.literal("markdown"),
    generated_by: Id,
    generator: PersonOf("generated_by"),
  }),
  "PolicyVersionList",
);

interface Written {
  title: string;
  framework: string;
  control?: string | null | undefined;
  industry: string;
  version: number;
  mode: (typeof POLICY_MODES)[number];
  qualityScore: number;
  qualityReasons: PolicyReason[];
}

const presentWritten = (row: Written, generatedAt: Date) => ({
  title: row.title,
  framework: row.framework,
  control_id: row.control ?? null,
  industry: row.industry,
  version: row.version,
  mode: row.mode,
  quality_score: row.qualityScore,
  quality_reasons: row.qualityReasons.map(({ result = null, values = {}, ...reason }) => ({
    ...reason,
    result,
    values,
  })),
  generated_at: generatedAt.toISOString(),
});

export const presentPolicy = (policy: Row<Policy>): z.infer<typeof PolicyView> => ({
  id: policy.id,
  project_id: policy.project?.id ?? null,
  owner_id: policy.owner.id,
  type: policy.type,
  company_name: policy.companyName,
  ...presentWritten(policy, policy.updatedAt),
  created_at: policy.createdAt.toISOString(),
});

export const presentText = ({ policy, text }: PolicyText): z.infer<typeof PolicyTextView> => ({
  ...presentPolicy(policy),
  content: text.content,
  format: "markdown",
});

export const presentVersion = (version: Row<PolicyVersion>) => ({
  ...presentWritten(version, version.generatedAt),
  content: version.content,
  format: "markdown" as const,
  generated_by: version.generatedBy.id,
});
