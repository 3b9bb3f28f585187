import { dayOf } from "../days.rules.ts";
import { flushUnlessTaken } from "../flush-unless-taken.ts";
import { loadLocked } from "../../platform/database/lock-row.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { findControl } from "../controls/control.queries.ts";
import { findFramework, unknownFramework } from "../frameworks/framework.queries.ts";
import { readFrameworkControlId } from "../frameworks/framework.rules.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import type { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { escapeMarkdown } from "./markdown.rules.ts";
import { findPolicyTemplate, requestProblem } from "./policy-catalogue.rules.ts";
import { policyReference } from "./policy-reference.ts";
import { addVersion } from "./policy-version.commands.ts";
import type { PolicyRevision, PolicyRequest, PolicyMode, PolicyWriter } from "./policy-writer.ts";
import { Policy, PolicyVersion } from "./policy.entity.ts";
import { renderPolicy } from "./render-policy.rules.ts";
import { lastOf } from "../last-of.rules.ts";

export interface GenerateInput {
  /** Null for a policy that belongs to the caller alone. */
  project: Project | null;
  request: PolicyRequest;
  write: PolicyWriter;
}

const CHANGES: Record<PolicyMode, string> = {
  template: "Generated from the template",
  model: "Generated from the template and adapted by a model",
  edited: "Edited",
};

const meanwhile = () =>
  conflict("Someone else changed this policy at the same time: load it again and retry");

/** A control may be given by id; the policy stores its number. */
async function withControlNumber(
  ctx: CommandContext,
  { project, request }: GenerateInput,
): Promise<PolicyRequest> {
  const { framework, control: name } = request;
  if (name === null) return request;
  const known = readFrameworkControlId(name);
  if (known?.framework === framework) return { ...request, control: known.number };
  const control = project && (await findControl(ctx, project.id, name));
  return { ...request, control: control?.number ?? name };
}

/** The earlier policy of the same type for the same company. */
const findEarlier = (
  ctx: CommandContext,
  project: Project | null,
  { type, companyName }: PolicyRequest,
): Promise<Policy | null> =>
  ctx.em.findOne(Policy, {
    type,
    companyName,
    ...(project === null ? { project: null, owner: ctx.actor.id } : { project: project.id }),
  });

/** The revisions so far and the next one. */
async function revisionsOf(ctx: CommandContext, earlier: Policy | null): Promise<PolicyRevision[]> {
  const { em, actor, clock } = ctx;
  const versions =
    earlier === null
      ? []
      : await em.find(
          PolicyVersion,
          { policy: earlier.id },
          { populate: ["generatedBy"], exclude: ["content"], orderBy: { version: "asc" } },
        );
  const { name } = await em.findOneOrFail(User, { id: actor.id });
  const known = versions.map(({ version, generatedAt, generatedBy, mode }) => ({
    version,
    date: dayOf(generatedAt),
    author: generatedBy.name,
    change: CHANGES[mode],
  }));
  const version = (earlier?.version ?? 0) + 1;
  const change = version === 1 ? "First version" : "Regenerated";
  return [...known, { version, date: dayOf(clock.now()), author: name, change }];
}

/** A policy without a version; `addVersion` adds the first. */
function createPolicy(
  ctx: CommandContext,
  project: Project | null,
  request: PolicyRequest,
  title: string,
): Policy {
  const now = ctx.clock.now();
  return ctx.em.create(Policy, {
    ...request,
    project,
    owner: ctx.em.getReference(User, ctx.actor.id),
    title,
    version: 0,
    mode: "template",
    qualityScore: 0,
    qualityReasons: [],
    createdAt: now,
    updatedAt: now,
  });
}

/** Generates a policy; repeating it for the same type, company and project creates the next version. */
export async function generatePolicy(ctx: CommandContext, input: GenerateInput): Promise<Policy> {
  const { project } = input;
  const request = await withControlNumber(ctx, input);
  const framework = await findFramework(ctx, request.framework);
  if (framework === null) throw await unknownFramework(ctx);
  const problem = requestProblem(request, framework);
  if (problem !== null) throw invalid(problem);
  project?.requireOpen();
  const template = findPolicyTemplate(request.type)!;
  const earlier = await findEarlier(ctx, project, request);
  // Someone may have changed it.
  const title = earlier?.title ?? template.title;
  const revisions = await revisionsOf(ctx, earlier);
  // May be slow, so nothing is locked yet.
  const entitled = { ...template, title: escapeMarkdown(title) };
  const content = renderPolicy({ template: entitled, framework, request, revisions });
  const written = await input.write({
    person: ctx.actor.id,
    request,
    controls: framework.controls,
    content,
  });
  if (project !== null) await requireOpenProject(ctx, project);
  const policy =
    earlier === null
      ? createPolicy(ctx, project, request, title)
      : await loadLocked(ctx.em, Policy, { id: earlier.id }, "Policy");
  if (policy.version + 1 !== lastOf(revisions).version) throw meanwhile();
  const { control, industry } = request;
  addVersion(ctx, policy, { title, framework, control, industry, ...written });
  recordEvent(ctx, "policy.generated", {
    subject: policy,
    data: { policy: { ...policyReference(policy), mode: policy.mode } },
  });
  await flushUnlessTaken(ctx, meanwhile);
  return policy;
}
