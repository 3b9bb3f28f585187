import { generatePolicy } from "../../domain/policies/generate-policy.commands.ts";
import { POLICY_TEMPLATES } from "../../domain/policies/policy-templates.data.ts";
import type { PolicyWriter } from "../../domain/policies/policy-writer.ts";
import { deletePolicy, updatePolicy } from "../../domain/policies/policy.commands.ts";
import {
  visiblePolicy,
  listPolicies,
  listPolicyVersions,
  loadPolicy,
  readPolicyText,
  policyListing,
  policyVersionListing,
} from "../../domain/policies/policy.queries.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { reads, lists, may, signedIn } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  GenerateBody,
  PolicyList,
  PolicyQuery,
  PolicyTextView,
  PolicyTypeList,
  PolicyVersionList,
  UpdatePolicyBody,
  VersionQuery,
  policyRequestOf,
  presentPolicy,
  presentText,
  presentTypes,
  presentVersion,
} from "./policies.contract.ts";

const PATH = "/api/v1/policies";

interface PolicyRouteDeps {
  writePolicy: PolicyWriter;
}

const loadById = (ctx: RouteContext, { params }: { params: { id: string } }) => loadPolicy(ctx, params.id);

const types = defineRoute({
  method: "get",
  path: "/api/v1/ai/policy-types",
  summary: "List policy types with the controls they serve",
  access: signedIn("read"),
  output: PolicyTypeList,
  act: async () => POLICY_TEMPLATES,
  present: presentTypes,
});

const generate = ({ writePolicy }: PolicyRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: "/api/v1/ai/generate/policy",
    summary: "Generate a policy. Doing so again for the same type, company and project adds a version",
    access: may("policy.write"),
    body: GenerateBody,
    status: 201,
    answers: {
      404: "The project does not exist or is not visible to the caller",
      409: "The project is archived, or the policy was changed at the same time",
    },
    transaction: "own",
    keepsAnswer: true,
    output: PolicyTextView,
    load: async (ctx: RouteContext, { body }) => ({
      project: body.project_id === undefined ? null : await loadProject(ctx, body.project_id),
      owner: { id: ctx.actor.id },
    }),
    act: (ctx, { body }, { project }) =>
      generatePolicy(ctx, { project, request: policyRequestOf(body), write: writePolicy }),
    present: presentText,
  });

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List policies, newest first, without their text",
  access: lists("policy.read"),
  query: PolicyQuery,
  listing: policyListing,
  output: PolicyList,
  act: (ctx, { query }) => {
    const { project_id: projectId, type, framework } = query;
    return listPolicies(ctx, { ...listInput(query), projectId, type, framework });
  },
  present: ({ items, pagination }) => ({ policies: items.map(presentPolicy), pagination }),
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get a policy with the text of its latest version",
  access: reads(visiblePolicy),
  params: IdParams,
  output: PolicyTextView,
  act: (ctx, _input, policy) => readPolicyText(ctx, policy),
  present: presentText,
});

const versions = defineRoute({
  method: "get",
  path: `${PATH}/:id/versions`,
  summary: "List a policy's versions with their text, newest first",
  access: reads(visiblePolicy),
  params: IdParams,
  query: VersionQuery,
  listing: policyVersionListing,
  output: PolicyVersionList,
  act: (ctx, { query }, policy) =>
    listPolicyVersions(ctx, policy, { ...listInput(query), version: query.version }),
  present: ({ items, pagination }) => ({ versions: items.map(presentVersion), pagination }),
});

const update = defineRoute({
  method: "put",
  path: `${PATH}/:id`,
  summary: "Update a policy's text. This adds a version, which is checked again",
  access: may("policy.write"),
  params: IdParams,
  body: UpdatePolicyBody,
  answers: { 409: "The project is archived" },
  output: PolicyTextView,
  load: loadById,
  act: async (ctx, { body }, policy) =>
    readPolicyText(ctx, await updatePolicy(ctx, { policy, ...body, title: body.title })),
  present: presentText,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Delete a policy and its versions; versions filed as evidence are kept",
  access: may("policy.write"),
  params: IdParams,
  answers: { 409: "The project is archived" },
  load: loadById,
  act: (ctx, _input, policy) => deletePolicy(ctx, policy),
});

export const createPolicyRoutes = (deps: PolicyRouteDeps): Route[] => [
  types,
  generate(deps),
  list,
  read,
  versions,
  update,
  remove,
];
