import { z } from "zod";
import type { SystemContext } from "../context.ts";
import { event, exampleId } from "../events/event-definition.ts";
import type { Feature } from "../feature.ts";
import { onProjectDeleting } from "../projects/project.moments.ts";
import { policyAccess } from "./policy.access.ts";
import { Policy, PolicyVersion } from "./policy.entity.ts";

const policyRef = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  framework: z.string(),
  version: z.int(),
  quality_score: z.int(),
  company_name: z.string(),
  project_id: z.string().nullable(),
  owner_id: z.string(),
});

const policy = {
  id: exampleId(1),
  type: "access_control",
  title: "Access control policy",
  framework: "soc2",
  version: 1,
  quality_score: 100,
  company_name: "Example Ltd",
  project_id: exampleId(2),
  owner_id: exampleId(4),
};

const events = {
  "policy.generated": event(
    "A policy document was generated; `mode` says how",
    { policy: policyRef.extend({ mode: z.string() }) },
    { policy: { ...policy, mode: "template" } },
  ),
  "policy.updated": event(
    "A policy document has a new version; `changed` has the names of the API fields",
    { policy: policyRef, changed: z.array(z.string()) },
    { policy: { ...policy, version: 2 }, changed: ["content"] },
  ),
  "policy.deleted": event("A policy document was deleted", { policy: policyRef }, { policy }),
};

const removePolicies = ({ em }: SystemContext, projectId: string): Promise<number> =>
  em.nativeDelete(Policy, { project: projectId });

export const policies = {
  entities: [Policy, PolicyVersion],
  access: policyAccess,
  subjects: { policy: { read: policyAccess["policy.read"], entity: Policy } },
  events,
  hooks: [onProjectDeleting.do(removePolicies)],
} satisfies Feature;
