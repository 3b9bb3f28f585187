import { dayOf } from "../days.rules.ts";
import { flushUnlessTaken } from "../flush-unless-taken.ts";
import { loadLocked } from "../../platform/database/lock-row.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import type { Change, CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { findControl } from "../controls/control.queries.ts";
import { findFramework, unknownFramework } from "../frameworks/framework.queries.ts";
import { readFrameworkControlId } from "../frameworks/framework.rules.ts";
import { lockOpenProject } from "../projects/lock-project.ts";
import type { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { escapeMarkdown } from "./markdown.rules.ts";
import { findPolicyTemplate, requestProblem } from "./policy-catalogue.rules.ts";
import { policyReference } from "./policy-reference.ts";
import { addVersion } from "./policy-version.commands.ts";
import type { PolicyRevision, PolicyRequest, PolicyMode, PolicyWriter } from "./policy-writer.ts";
import { Policy, PolicyVersion } from "./policy.entity.ts";
import { readPolicyText, type PolicyText } from "./policy.queries.ts";
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

/** The request, checked, with the draft from our template. */
async function prepare(ctx: CommandContext, input: GenerateInput) {
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
  const entitled = { ...template, title: escapeMarkdown(title) };
  const content = renderPolicy({ template: entitled, framework, request, revisions });
  return { request, framework, earlier, title, content, version: lastOf(revisions).version };
}

/**
 * Generates a policy; repeating it for the same type, company and project creates the next version. No transaction is
 * open while the writer works, because a model may take minutes; a change of the policy in that time is a conflict.
 */
export async function generatePolicy(
  ctx: CommandContext & { change: Change },
  input: GenerateInput,
): Promise<PolicyText> {
  const { request, framework, earlier, title, content, version } = await prepare(ctx, input);
  const { controls } = framework;
  const written = await input.write({ person: ctx.actor.id, request, controls, content });
  return ctx.change(async (em) => {
    const inner = { ...ctx, em };
    const project = input.project && (await lockOpenProject(inner, input.project.id, "shared"));
    const policy =
      earlier === null
        ? createPolicy(inner, project, request, title)
        : await loadLocked(em, Policy, { id: earlier.id }, "Policy");
    if (policy.version + 1 !== version) throw meanwhile();
    const { control, industry } = request;
    addVersion(inner, policy, { title, framework, control, industry, ...written });
    recordEvent(inner, "policy.generated", {
      subject: policy,
      data: { policy: { ...policyReference(policy), mode: policy.mode } },
    });
    await flushUnlessTaken(inner, meanwhile);
    return readPolicyText(inner, policy);
  });
}
