import type { SystemContext } from "../context.ts";
import type { Feature } from "../feature.ts";
import { onProjectDeleting } from "../projects/project.moments.ts";
import { policyAccess } from "./policy.access.ts";
import { Policy, PolicyVersion } from "./policy.entity.ts";
import { policyEvents } from "./policy.events.ts";

const removePolicies = ({ em }: SystemContext, projectId: string): Promise<number> =>
  em.nativeDelete(Policy, { project: projectId });

export const policies = {
  entities: [Policy, PolicyVersion],
  access: policyAccess,
  subjects: { policy: { read: policyAccess["policy.read"], entity: Policy } },
  events: policyEvents,
  hooks: [onProjectDeleting.do(removePolicies)],
} satisfies Feature;
