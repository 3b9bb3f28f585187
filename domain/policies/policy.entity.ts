import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { isSystem, isVisible, me, toAll, unconfined } from "../access/row-security.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import type { PolicyReason } from "./policy-quality.rules.ts";
import { POLICY_MODES, type PolicyMode } from "./policy-writer.ts";

/**
 * Visibility of policies, as in `policy.read`: everyone who sees their project; without a project, only their
 * owner, so that an admin who sees every project sees no one else's.
 */
const policyDocumentPolicy = {
  name: "policies_of_caller",
  using:
    `(policies.project_id is not null and (${toAll} or ${isVisible("policies.project_id")})) or ` +
    `(policies.project_id is null and (${isSystem} or (policies.owner_id = ${me} and ${unconfined})))`,
};

/** The texts of a policy are visible with the policy. */
const policyVersionPolicy = {
  name: "policy_versions_of_caller",
  using: `exists (select 1 from policies where policies.id = policy_versions.policy_id)`,
};

const PolicySchema = defineEntity({
  name: "Policy",
  tableName: "policies",
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["project", "createdAt", "id"] },
    {
      name: "policies_identity",
      expression:
        "create unique index policies_identity on policies (coalesce(project_id, owner_id), type, company_name)",
    },
  ],
  policies: [policyDocumentPolicy],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    /** Null for a policy that belongs to its owner alone. */
    project: () => p.manyToOne(Project).nullable().deleteRule("cascade"),
    owner: () => p.manyToOne(User),
    type: p.string(),
    companyName: p.string(),
    createdAt: p.datetime(),
    // The following fields are those of the latest version, so that lists need not read it.
    version: p.integer(),
    title: p.string(),
    framework: p.string(),
    /** The number of the requested control. */
    control: p.string().nullable(),
    industry: p.string(),
    mode: p.enum(POLICY_MODES).$type<PolicyMode>(),
    qualityScore: p.integer(),
    qualityReasons: p.json<PolicyReason[]>(),
    updatedAt: p.datetime(),
  },
});

/** A written company policy; its versions have the texts. */
export class Policy extends PolicySchema.class {}
PolicySchema.setClass(Policy);

const PolicyVersionSchema = defineEntity({
  name: "PolicyVersion",
  tableName: "policy_versions",
  uniques: [{ properties: ["policy", "version"] }],
  policies: [policyVersionPolicy],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    policy: () => p.manyToOne(Policy).deleteRule("cascade"),
    /** From 1. */
    version: p.integer(),
    title: p.string(),
    framework: p.string(),
    control: p.string().nullable(),
    industry: p.string(),
    /** Markdown. */
    content: p.text(),
    mode: p.enum(POLICY_MODES).$type<PolicyMode>(),
    qualityScore: p.integer(),
    qualityReasons: p.json<PolicyReason[]>(),
    generatedBy: () => p.manyToOne(User),
    generatedAt: p.datetime(),
  },
});

/** One immutable version of a policy. */
export class PolicyVersion extends PolicyVersionSchema.class {}
PolicyVersionSchema.setClass(PolicyVersion);
