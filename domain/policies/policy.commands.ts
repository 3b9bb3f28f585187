import { dayOf } from "../days.rules.ts";
import { uploadEvidence, type StoredFile } from "../evidence/evidence.commands.ts";
import type { FileStorage } from "../evidence/storage.ts";
import type { Evidence } from "../evidence/evidence.entity.ts";
import { loadLocked } from "../../platform/database/lock-row.ts";
import { conflict } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { findFramework } from "../frameworks/framework.queries.ts";
import type { Project } from "../projects/project.entity.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import { addVersion } from "./policy-version.commands.ts";
import { policyReference } from "./policy-reference.ts";
import { Policy } from "./policy.entity.ts";
import { readPolicyText } from "./policy.queries.ts";

/** Of two simultaneous changes the second waits, so that version numbers are unique. */
async function hold(ctx: CommandContext, policy: Policy): Promise<Policy> {
  if (policy.project) await requireOpenProject(ctx, policy.project);
  return loadLocked(ctx.em, Policy, { id: policy.id }, "Policy");
}

/** Adds an edited text as the next version; an unchanged text adds none. */
export async function updatePolicy(
  ctx: CommandContext,
  input: { policy: Policy; title: string | undefined; content: string },
): Promise<Policy> {
  const policy = await hold(ctx, input.policy);
  const { text } = await readPolicyText(ctx, policy);
  const { title = policy.title, content } = input;
  const changed = [
    ...(title === policy.title ? [] : ["title"]),
    ...(content === text.content ? [] : ["content"]),
  ];
  if (changed.length === 0) return policy;
  const { control = null, industry } = policy;
  const framework = (await findFramework(ctx, policy.framework)) ?? { id: policy.framework, controls: [] };
  addVersion(ctx, policy, { title, framework, control, industry, content, mode: "edited" });
  recordEvent(ctx, "policy.updated", { subject: policy, data: { policy: policyReference(policy), changed } });
  return policy;
}

/** Deletes all versions. Evidence created from it stays. */
export async function deletePolicy(ctx: CommandContext, input: Policy): Promise<void> {
  const policy = await hold(ctx, input);
  recordEvent(ctx, "policy.deleted", { subject: policy, data: { policy: policyReference(policy) } });
  ctx.em.remove(policy);
}

/** The project of the policy; CONFLICT if it has none. */
export function requireProject(policy: Policy): Project {
  if (policy.project) return policy.project;
  throw conflict("This policy belongs to no project: generate it with a project_id to file it as evidence", {
    reason: "no_project",
  });
}

/** Turns the policy into an evidence file of its project, which is ingested and reviewed as usual. */
export function filePolicy(
  ctx: CommandContext,
  input: { policy: Policy; controlId: string; file: StoredFile; fileStorage: FileStorage },
): Promise<Evidence> {
  const { policy, controlId, file, fileStorage } = input;
  const about = {
    title: `${policy.title}, version ${policy.version}`,
    description: `Written policy of ${policy.companyName}: ${policy.title}, version ${policy.version}.`,
    tags: ["policy", policy.type],
    collectedAt: dayOf(policy.updatedAt),
    periodStart: null,
    periodEnd: null,
    expiresAt: null,
  };
  const project = requireProject(policy);
  const filedFrom = { id: policy.id, version: policy.version };
  return uploadEvidence(ctx, { project, controlId, alsoControls: [], file, about, filedFrom, fileStorage });
}
