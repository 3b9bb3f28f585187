import { agents } from "./agents/feature.ts";
import { apiKeys } from "./api-keys/feature.ts";
import { assistant } from "./assistant/feature.ts";
import { compliance } from "./compliance/feature.ts";
import { controlComments } from "./control-comments/feature.ts";
import { controls } from "./controls/feature.ts";
import { useEvents } from "./events/events-in-use.ts";
import { evidence } from "./evidence/feature.ts";
import type { Feature } from "./feature.ts";
import { findings } from "./findings/feature.ts";
import { frameworks } from "./frameworks/feature.ts";
import { history } from "./history/feature.ts";
import { housekeeping } from "./housekeeping/feature.ts";
import { idempotency } from "./idempotency/feature.ts";
import { identity } from "./identity/feature.ts";
import { integrations } from "./integrations/feature.ts";
import { invitations } from "./invitations/feature.ts";
import { languageModel } from "./language-model/feature.ts";
import { mergeParts } from "./merge-parts.ts";
import { attachHooks } from "./moment.ts";
import { notifications } from "./notifications/feature.ts";
import { policies } from "./policies/feature.ts";
import { bindProject } from "./project-target.ts";
import { projects } from "./projects/feature.ts";
import { Project } from "./projects/project.entity.ts";
import { questionnaires } from "./questionnaires/feature.ts";
import { reports } from "./reports/feature.ts";
import { identityProviders } from "./identity-providers/feature.ts";
import { users } from "./users/feature.ts";
import { slack } from "./slack/feature.ts";
import { webhooks } from "./webhooks/feature.ts";
import { whatsapp } from "./whatsapp/feature.ts";

/** Every feature of the domain, from the lowest level to the highest. */
export const features = [
  idempotency,
  users,
  apiKeys,
  identity,
  identityProviders,
  frameworks,
  projects,
  history,
  invitations,
  controls,
  controlComments,
  evidence,
  agents,
  findings,
  compliance,
  languageModel,
  reports,
  policies,
  assistant,
  questionnaires,
  webhooks,
  notifications,
  integrations,
  whatsapp,
  slack,
  housekeeping,
] as const;

export type AnyFeature = (typeof features)[number];

const all: readonly Feature[] = features;

bindProject(Project);
useEvents({
  definitions: mergeParts(all, "events"),
  starters: mergeParts(all, "starts"),
  workflows: mergeParts(all, "workflows"),
});
// Upper features first: their rows point at those of lower ones.
attachHooks(all.toReversed().flatMap(({ hooks = [] }) => hooks));

/** The expiring rows of all features. */
export const expiring = mergeParts(features, "expires");

/** The folders of the blob store that belong to rows, with their tables. */
export const blobFolders = mergeParts(features, "blobFolders");

/** The work of all features that may be waiting. */
export const backlog = mergeParts(features, "backlog");

/** Every kind of row whose permissions callers can query. */
export const subjects = mergeParts(features, "subjects");
