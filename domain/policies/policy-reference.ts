import type { Policy } from "./policy.entity.ts";

/** The policy in events. */
export const policyReference = (policy: Policy) => ({
  id: policy.id,
  type: policy.type,
  title: policy.title,
  framework: policy.framework,
  version: policy.version,
  quality_score: policy.qualityScore,
  company_name: policy.companyName,
  project_id: policy.project?.id ?? null,
  owner_id: policy.owner.id,
});
