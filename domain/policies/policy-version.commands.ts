import { dayOf } from "../days.rules.ts";
import type { CommandContext } from "../context.ts";
import type { Framework } from "../frameworks/framework.rules.ts";
import { User } from "../users/user.entity.ts";
import { policyQuality } from "./policy-quality.rules.ts";
import type { PolicyMode } from "./policy-writer.ts";
import { PolicyVersion, type Policy } from "./policy.entity.ts";

/** The content of a new version. */
export interface NewVersion {
  title: string;
  /** An imported one may have been deleted since. */
  framework: Pick<Framework, "id" | "controls">;
  control: string | null;
  industry: string;
  content: string;
  mode: PolicyMode;
}

/** Adds the next version; `policy` is locked, or new with version 0. */
export function addVersion(
  ctx: CommandContext,
  policy: Policy,
  { content, framework, ...about }: NewVersion,
): void {
  const now = ctx.clock.now();
  const { score, reasons } = policyQuality({
    content,
    controls: framework.controls,
    control: about.control,
    companyName: policy.companyName,
    today: dayOf(now),
  });
  const judged = { ...about, framework: framework.id, qualityScore: score, qualityReasons: reasons };
  ctx.em.assign(policy, { ...judged, version: policy.version + 1, updatedAt: now });
  ctx.em.create(PolicyVersion, {
    ...judged,
    policy,
    version: policy.version,
    content,
    generatedBy: ctx.em.getReference(User, ctx.actor.id),
    generatedAt: now,
  });
}
