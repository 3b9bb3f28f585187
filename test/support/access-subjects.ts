import { UpstreamAccount } from "../../domain/identity-providers/upstream-account.entity.ts";
import { newId } from "../../platform/ids.ts";
import {
  newConversation,
  newJob,
  newPolicy,
  newQuestion,
  newQuestionnaire,
  policyIn,
  questionnaireForm,
} from "./access-assistant.ts";
import { acceptedEvidence, formWith, ingestedEvidence, newEvidence, uploadForm } from "./access-evidence.ts";
import type { Made, Stage, World } from "./access-worlds.ts";
import { newFailedWorkflow } from "./access-workflows.ts";
import { invitationTo, newInvitation, newNotification } from "./access-people.ts";
import { newIntegration, newLinkedAccount, newSlackApp } from "./access-integrations.ts";
import { narrowedProject, newProject, statedControl } from "./access-projects.ts";
import { consentOfCustomer, newSession } from "./access-sessions.ts";
import { WEBHOOK, newDelivery, newWebhook } from "./access-webhooks.ts";
import type { ApiClient } from "./api-client.ts";
import { catalogueOf } from "./catalogue.ts";
import { registerClient } from "./oauth.ts";
import { PASSWORD, createPerson } from "./people.ts";

type Maker = (stage: Stage, world: World) => Promise<Made>;

const findingIn = ({ projectId }: World) => ({
  project_id: projectId,
  title: "A finding",
  severity: "Low",
  control_id: "CC6.1",
});

async function newFinding(stage: Stage, world: World): Promise<string> {
  const body = { ...findingIn(world), assigned_to: world.owner.id };
  const { data } = await world.owner.send("POST", "/api/findings", body);
  stage.note(data.id, { kind: "project", world: world.name, projectId: world.projectId });
  await world.owner.send("POST", `/api/findings/${data.id}/comments`, { text: "A comment" });
  return data.id;
}

const importIn = ({ projectId }: World) => ({
  project_id: projectId,
  integration: "a scanner",
  findings: [{ source_id: newId(), title: "A finding", severity: "Low" }],
});

const agentIn = ({ projectId }: World) => ({ project_id: projectId, name: newId(), kind: "a scanner" });

async function newAgent(stage: Stage, world: World): Promise<string> {
  const { data } = await world.owner.send("POST", "/api/agents", agentIn(world));
  stage.note(data.id, { kind: "project", world: world.name, projectId: world.projectId });
  return data.id;
}

const reportIn = ({ projectId }: World) => ({ project_id: projectId, kind: "csv" });

async function newReport(stage: Stage, world: World): Promise<string> {
  const { data } = await world.owner.send("POST", "/api/v1/reports", reportIn(world));
  stage.note(data.id, { kind: "project", world: world.name, projectId: world.projectId });
  return data.id;
}

async function newKey(stage: Stage): Promise<string> {
  const { body } = await stage.people.customer.send("POST", "/api/v1/api-keys", { name: "A key" });
  const { id } = body as unknown as { id: string };
  stage.note(id, { kind: "key", world: "home", owner: "customer" });
  return id;
}

/** Nothing listens there. */
export const IDENTITY_PROVIDER = {
  name: "A provider",
  kind: "oidc",
  issuer: "http://127.0.0.1:1",
  client_id: "a",
  client_secret: "b",
};

async function newProvider({ people }: Stage): Promise<string> {
  return (await people.admin.send("POST", "/api/v1/identity-providers", IDENTITY_PROVIDER)).data.id;
}

async function newUpstreamAccount(stage: Stage): Promise<Record<string, string>> {
  const [accountId, provider, now] = [newId(), await newProvider(stage), new Date()];
  const user = (await createPerson(stage.product.orm, "customer")).id;
  const account = { id: accountId, issuer: accountId, subject: accountId, user, provider };
  await stage.product.orm.em.fork().insert(UpstreamAccount, { ...account, createdAt: now, lastUsedAt: now });
  return { id: user, accountId };
}

async function newFramework(admin: ApiClient): Promise<string> {
  const { data } = await admin.send("POST", "/api/v1/compliance/frameworks/import", catalogueOf());
  return data.id;
}

/** The latest that happened in the world's project. */
async function latestEvent(world: World): Promise<string> {
  const { data } = await world.owner.get(`/api/v1/events?project_id=${world.projectId}&limit=1`);
  return data.events[0]!.id;
}

const newAddress = (): string => `${newId()}@example.com`;

async function newLogin({ product }: Stage): Promise<{ email: string; password: string }> {
  const { email } = await createPerson(product.orm, "customer");
  return { email, password: PASSWORD };
}

async function newRefreshToken(stage: Stage): Promise<string> {
  const { data } = await stage.product.anonymous.send("POST", "/api/v1/auth/login", await newLogin(stage));
  return data.tokens.refresh_token;
}

/** A project with the same people as the world's own. */
async function deletedProject(stage: Stage, world: World): Promise<string> {
  const id = await newProject(stage, world);
  await stage.people.admin.send("DELETE", `/api/v1/projects/${id}`);
  return id;
}

async function newMember(stage: Stage, { projectId }: World): Promise<Record<string, string>> {
  const { id: userId } = await createPerson(stage.product.orm, "customer");
  const body = { user_id: userId, role: "customer" };
  await stage.people.admin.send("POST", `/api/v1/projects/${projectId}/team`, body);
  return { id: projectId, userId };
}

async function newMilestone(stage: Stage, { projectId }: World): Promise<Record<string, string>> {
  const body = { name: "Audit", due_date: "2100-01-31T09:00:00Z" };
  const { data } = await stage.people.admin.send("POST", `/api/v1/projects/${projectId}/milestones`, body);
  return { id: projectId, milestoneId: data.id };
}

/** The subjects of the rows of the access table. Created for each call that may change them, in the row's world. */
export const SUBJECTS = {
  nothing: async () => ({}),
  /** The call uses up its credential. */
  caller: async () => ({}),
  user: async ({ product }) => ({ params: { id: (await createPerson(product.orm, "customer")).id } }),
  customer: async ({ people }) => ({ params: { id: people.customer.id } }),
  "new address": async ({ people }) => ({
    params: { id: people.customer.id },
    body: { email: newAddress() },
  }),
  /** A user who reports to the manager. */
  report: async ({ product, people }) => ({
    params: { id: (await createPerson(product.orm, "customer", { managerId: people.manager.id })).id },
  }),
  /** Of the first customer, about the world's project. */
  notification: async (stage, world) => ({ params: { id: await newNotification(stage, world) } }),
  "failed workflow": async ({ product }) => ({ params: { workflowId: await newFailedWorkflow(product) } }),
  invitation: async ({ people }) => ({ params: { id: await newInvitation(people.admin, newAddress()) } }),
  "new invitation": async () => ({ body: invitationTo(newAddress()) }),
  "new user": async () => ({
    body: { email: newAddress(), name: "Somebody New", role: "customer", password: PASSWORD },
  }),
  login: async (stage) => ({ body: await newLogin(stage) }),
  "refresh token": async (stage) => ({ body: { refresh_token: await newRefreshToken(stage) } }),
  "sign-in": async (stage) => ({ params: { id: await newSession(stage, null) } }),
  consent: async (stage) => ({ params: { id: await consentOfCustomer(stage) } }),
  project: async (_stage, world) => ({ params: { id: world.projectId } }),
  "project's figures": async (_stage, world) => ({ query: { project_id: world.projectId } }),
  rows: async (_stage, world) => ({ query: { on: "project", ids: world.projectId } }),
  control: async (_stage, world) => ({ params: { id: world.projectId, controlId: "CC6.1" } }),
  "several controls": async (_stage, world) => ({
    params: { id: world.projectId },
    body: { controls: [{ control_id: "CC6.1", owner_id: null }, { control_id: "A1.2" }] },
  }),
  /** A control with a pending statement of its customer. */
  "stated control": async (stage, world) => ({
    params: await statedControl(stage, world),
    body: { note: "Seen on site" },
  }),
  /** A project with a pending reduction of its scope. */
  "narrowed project": async (stage, world) => ({
    params: await narrowedProject(stage, world),
    body: { note: "As the contracts say" },
  }),
  "new project": async (stage, world) => ({ params: { id: await newProject(stage, world) } }),
  "deleted project": async (stage, world) => ({ params: { id: await deletedProject(stage, world) } }),
  "person to add": async ({ product }, world) => ({
    params: { id: world.projectId },
    body: { user_id: (await createPerson(product.orm, "customer")).id, role: "customer" },
  }),
  "team member": async (stage, world) => ({ params: await newMember(stage, world) }),
  milestone: async (stage, world) => ({ params: await newMilestone(stage, world) }),
  evidence: async (stage, world) => ({ params: { id: await newEvidence(stage, world) } }),
  "ingested evidence": async (stage, world) => ({ params: { id: await ingestedEvidence(stage, world) } }),
  "accepted evidence": async (stage, world) => ({ params: { id: await acceptedEvidence(stage, world) } }),
  "more by accepted evidence": async (stage, world) => ({
    params: { id: await acceptedEvidence(stage, world) },
    body: { also_controls: ["A1.2"] },
  }),
  "evidence to review": async (stage, world) => ({
    params: { id: world.projectId },
    body: { reviews: [{ evidence_id: await newEvidence(stage, world), decision: "approve" }] },
  }),
  "evidence to reuse": async (stage, world) => ({
    params: { id: await newEvidence(stage, world) },
    body: { project_id: await newProject(stage, world) },
  }),
  upload: async (_stage, world) => ({ form: await uploadForm(world) }),
  version: async (stage, world) => ({
    params: { id: await newEvidence(stage, world) },
    form: await formWith({}),
  }),
  finding: async (stage, world) => ({ params: { id: await newFinding(stage, world) } }),
  "several findings": async (stage, world) => ({
    params: { id: world.projectId },
    body: { findings: [{ finding_id: await newFinding(stage, world), category: "New" }] },
  }),
  "new finding": async (_stage, world) => ({ body: findingIn(world) }),
  "new findings": async (_stage, world) => ({ body: importIn(world) }),
  agent: async (stage, world) => ({ params: { id: await newAgent(stage, world) } }),
  "new agent": async (_stage, world) => ({ body: agentIn(world) }),
  "requested report": async (stage, world) => ({ params: { id: await newReport(stage, world) } }),
  "new report": async (_stage, world) => ({ body: reportIn(world) }),
  policy: async (stage, world) => ({ params: { id: await newPolicy(stage, world) } }),
  /** In the format that takes least time. */
  "policy's text": async (stage, world) => ({
    params: { id: await newPolicy(stage, world) },
    query: { format: "md" },
  }),
  "new policy": async (_stage, world) => ({ body: policyIn(world) }),
  webhook: async (stage) => ({ params: { id: await newWebhook(stage) } }),
  "new webhook": async () => ({ body: WEBHOOK }),
  delivery: async (stage) => ({ params: await newDelivery(stage) }),
  event: async (_stage, world) => ({ params: { id: await latestEvent(world) } }),
  "new question": async (_stage, world) => ({
    body: { message: "What is our score?", context: { project_id: world.projectId } },
  }),
  "new analysis": async (_stage, world) => ({ body: { kind: "gap_analysis", project_id: world.projectId } }),
  "new text": async (_stage, world) => ({ body: { kind: "summary", project_id: world.projectId } }),
  "analysis asked for": async (stage, world) => ({ params: { id: await newJob(stage, world) } }),
  conversation: async (stage, world) => ({ params: { id: await newConversation(stage, world) } }),
  questionnaire: async (stage, world) => ({ params: { id: await newQuestionnaire(stage, world) } }),
  "new questionnaire": async (_stage, world) => ({ form: questionnaireForm(world) }),
  question: async (stage, world) => ({ params: await newQuestion(stage, world) }),
  "api key": async (stage) => ({ params: { id: await newKey(stage) } }),
  "new catalogue": async () => ({ body: catalogueOf() }),
  "imported framework": async ({ people }) => ({ params: { id: await newFramework(people.admin) } }),
  "oauth client": async ({ people }) => ({ params: { id: (await registerClient(people.admin)).client_id } }),
  "identity provider": async (stage) => ({ params: { id: await newProvider(stage) } }),
  integration: newIntegration,
  "slack to install": newSlackApp,
  "linked account": async (stage) => ({ params: { id: await newLinkedAccount(stage) } }),
  "upstream account": async (stage) => ({ params: await newUpstreamAccount(stage) }),
} as const satisfies Record<string, Maker>;

export type Subject = keyof typeof SUBJECTS;
