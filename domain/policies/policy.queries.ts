import { notFound } from "../../platform/errors.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import { Policy, PolicyVersion } from "./policy.entity.ts";
import { policyAccess } from "./policy.access.ts";

export const policyListing: Listing<Policy> = {
  entity: Policy,
  sortable: {
    created_at: "createdAt",
    updated_at: "updatedAt",
    title: "title",
    type: "type",
    framework: "framework",
    company_name: "companyName",
    quality_score: "qualityScore",
    version: "version",
  },
  searchable: { title: "title", company_name: "companyName", type: "type" },
  createdAt: "createdAt",
};

export const policyVersionListing: Listing<PolicyVersion> = {
  entity: PolicyVersion,
  sortable: { version: "version", generated_at: "generatedAt", quality_score: "qualityScore" },
  searchable: { title: "title", content: "content" },
  createdAt: "generatedAt",
};

export const visiblePolicy: Visible<Policy> = {
  entity: Policy,
  rule: policyAccess["policy.read"],
  name: "Policy",
  populate: ["owner", ...ITS_PROJECT_PATHS],
};

export interface PolicyListInput extends ListInput {
  projectId?: string | undefined;
  type?: OneOrMore<string>;
  framework?: OneOrMore<string>;
}

export function listPolicies(ctx: QueryContext, input: PolicyListInput): Promise<Page<Row<Policy>>> {
  const { projectId, type, framework } = input;
  const filters = [
    where(ctx.actor, policyAccess["policy.read"]),
    ...matching({ project: projectId, type, framework }),
  ];
  return listPage(ctx.em, policyListing, input, filters);
}

/** The policy, if the caller can see it; otherwise NOT_FOUND. */
export const loadPolicy = (ctx: QueryContext, id: string): Promise<Policy> =>
  loadVisible(ctx, visiblePolicy, id);

export const listPolicyVersions = (
  ctx: QueryContext,
  policy: { id: string },
  input: ListInput & { version?: number | undefined },
): Promise<Page<Row<PolicyVersion>>> =>
  listPage(ctx.em, policyVersionListing, input, matching({ policy: policy.id, version: input.version }));

/** A policy with the text of one of its versions. */
export interface PolicyText {
  policy: Row<Policy>;
  text: Row<PolicyVersion>;
}

/** The latest version by default; NOT_FOUND if it does not exist. */
export async function readPolicyText(
  ctx: Pick<QueryContext, "em">,
  policy: Row<Policy>,
  version: number = policy.version,
): Promise<PolicyText> {
  const [text] = await readRows(ctx.em, PolicyVersion, { where: { policy: policy.id, version } });
  if (text === undefined) throw notFound("Version");
  return { policy, text };
}
