import { createChatRoutes } from "./assistant/chat.routes.ts";
import { createConversationRoutes } from "./assistant/conversations.routes.ts";
import { createAssistantJobRoutes } from "./assistant/jobs.routes.ts";
import { createSuggestionRoutes } from "./assistant/suggestions.routes.ts";
import { createPolicyFileRoutes } from "./policies/policy-files.routes.ts";
import { createMcpRoutes } from "./mcp/mcp.routes.ts";
import { createPolicyRoutes } from "./policies/policies.routes.ts";
import { createQuestionnaireRoutes } from "./questionnaires/questionnaires.routes.ts";
import { createComplianceRoutes } from "./compliance/compliance.routes.ts";
import { createControlCommentRoutes } from "./control-comments/control-comments.routes.ts";
import { createControlRoutes } from "./controls/controls.routes.ts";
import { createAuditLogRoutes } from "./history/audit-log.routes.ts";
import { createAgentRoutes } from "./agents/agents.routes.ts";
import { createDeliveryRoutes } from "./webhooks/deliveries.routes.ts";
import { createEventRoutes } from "./history/events.routes.ts";
import { createEventStreamRoutes } from "./history/event-stream.routes.ts";
import { createFindingRoutes } from "./findings/findings.routes.ts";
import { createFrameworkRoutes } from "./frameworks/frameworks.routes.ts";
import { createIntegrationRoutes } from "./integrations/integrations.routes.ts";
import { createInvitationRoutes } from "./invitations/invitations.routes.ts";
import { createMilestoneRoutes } from "./projects/milestones.routes.ts";
import { createNotificationRoutes } from "./notifications/notifications.routes.ts";
import { createPeopleRoutes } from "./users/people.routes.ts";
import { createProjectDeletionRoutes } from "./projects/project-deletion.routes.ts";
import { createProjectTeamRoutes } from "./projects/project-team.routes.ts";
import { createProjectRoutes } from "./projects/projects.routes.ts";
import { createReportRoutes } from "./reports/reports.routes.ts";
import { createSlackInstallRoutes } from "./slack/slack-install.routes.ts";
import { createSlackRoutes } from "./slack/slack.routes.ts";
import { createSystemRoutes } from "./housekeeping/system.routes.ts";
import { createUserSignInRoutes } from "./users/user-sign-in.routes.ts";
import { createUserRoutes } from "./users/users.routes.ts";
import { createWhatsappRoutes } from "./whatsapp/whatsapp.routes.ts";
import { createWorkflowRoutes } from "./housekeeping/workflows.routes.ts";
import { createWebhookRoutes } from "./webhooks/webhooks.routes.ts";
import { createEvidenceFileRoutes } from "./evidence/evidence-files.routes.ts";
import { createEvidenceRoutes } from "./evidence/evidence.routes.ts";
import { createIngestionRoutes } from "./evidence/ingestion.routes.ts";
import { createPassageRoutes } from "./evidence/passages.routes.ts";
import { createReuseRoutes } from "./evidence/reuse.routes.ts";
import { createReviewRoutes } from "./evidence/review.routes.ts";
import { createGatewayRoutes } from "./gateway/gateway.routes.ts";
import { createApiKeyRoutes } from "./api-keys/api-keys.routes.ts";
import { createAuthRoutes } from "./identity/auth.routes.ts";
import { createAuthorizeRoutes } from "./identity/oauth/authorize.routes.ts";
import { createDeviceRoutes } from "./identity/oauth/device.routes.ts";
import { createSecondFactorRoutes } from "./identity/second-factor.routes.ts";
import { createTokenStateRoutes } from "./identity/oauth/token-state.routes.ts";
import { createTokenRoutes } from "./identity/oauth/token.routes.ts";
import { createRowPermissionRoutes } from "./identity/permissions-of-rows.routes.ts";
import { createPermissionRoutes } from "./identity/permissions.routes.ts";
import { createConsoleSessionRoutes } from "./identity/console-session.routes.ts";
import { createForgotPasswordRoutes } from "./identity/forgot-password.routes.ts";
import { createOauthClientRoutes } from "./identity/oauth-clients.routes.ts";
import { createPasswordPageRoutes } from "./identity/password-page.routes.ts";
import { createInvitationPageRoutes } from "./invitations/invitation-page.routes.ts";
import { createPasswordRoutes } from "./identity/password.routes.ts";
import { createOwnSessionRoutes } from "./identity/own-sessions.routes.ts";
import { createLinkedAccountRoutes } from "./integrations/linked-accounts.routes.ts";
import { createIdentityProviderRoutes } from "./identity-providers/identity-providers.routes.ts";
import { createUpstreamAccountRoutes } from "./identity-providers/upstream-accounts.routes.ts";
import { createProviderSignInRoutes } from "./identity-providers/provider-sign-in.routes.ts";
import type { Route, Service } from "./route.ts";

/** What creates the routes of each service; together, every route of the API. */
const CREATE = {
  gateway: [createGatewayRoutes],
  // How users, API keys and applications authenticate.
  identity: [
    createAuthRoutes,
    createConsoleSessionRoutes,
    createPasswordRoutes,
    createPermissionRoutes,
    createRowPermissionRoutes,
    createOwnSessionRoutes,
    createForgotPasswordRoutes,
    createPasswordPageRoutes,
    createInvitationPageRoutes,
    createSecondFactorRoutes,
    createApiKeyRoutes,
    createOauthClientRoutes,
    createAuthorizeRoutes,
    createDeviceRoutes,
    createLinkedAccountRoutes,
    createTokenRoutes,
    createTokenStateRoutes,
    createIdentityProviderRoutes,
    createUpstreamAccountRoutes,
    createProviderSignInRoutes,
  ],
  backend: [
    createPeopleRoutes,
    createNotificationRoutes,
    createUserRoutes,
    createUserSignInRoutes,
    createInvitationRoutes,
    createProjectRoutes,
    createProjectTeamRoutes,
    createMilestoneRoutes,
    createProjectDeletionRoutes,
    createFrameworkRoutes,
    createControlRoutes,
    createControlCommentRoutes,
    createComplianceRoutes,
    createFindingRoutes,
    createAgentRoutes,
    createReportRoutes,
    createAuditLogRoutes,
    createEventRoutes,
    createEventStreamRoutes,
    createSystemRoutes,
    createWorkflowRoutes,
    createIntegrationRoutes,
    createWhatsappRoutes,
    createSlackRoutes,
    createSlackInstallRoutes,
    createWebhookRoutes,
    createDeliveryRoutes,
  ],
  documents: [
    createEvidenceRoutes,
    createReviewRoutes,
    createReuseRoutes,
    createEvidenceFileRoutes,
    createPassageRoutes,
    createIngestionRoutes,
  ],
  assistant: [
    createPolicyRoutes,
    createPolicyFileRoutes,
    createChatRoutes,
    createConversationRoutes,
    createSuggestionRoutes,
    createAssistantJobRoutes,
    createQuestionnaireRoutes,
    createMcpRoutes,
  ],
};

/** What all of these functions together need. */
type DepsOf<Create> = [Create] extends [(deps: infer Deps) => Route[]] ? Deps : never;

/** The dependencies of each service's routes. A service sees only its own part, so no route can use another's. */
export type ServiceDeps = { [S in Service]: DepsOf<(typeof CREATE)[S][number]> };

/** The dependencies of a process that runs every service. */
export type RouteDeps = DepsOf<(typeof CREATE)[Service][number]>;

const createAll = <Deps>(all: readonly ((deps: Deps) => Route[])[], deps: Deps): Route[] =>
  all.flatMap((create) => create(deps));

/** Every route of the API, by the service that serves it: mounted and described from this list. */
export const routesOf = (deps: ServiceDeps): Record<Service, Route[]> => ({
  gateway: createAll(CREATE.gateway, deps.gateway),
  identity: createAll(CREATE.identity, deps.identity),
  backend: createAll(CREATE.backend, deps.backend),
  documents: createAll(CREATE.documents, deps.documents),
  assistant: createAll(CREATE.assistant, deps.assistant),
});

/** The routes of a process that runs every service. */
export const allRoutes = (deps: RouteDeps): Route[] =>
  Object.values(
    routesOf({ gateway: deps, identity: deps, backend: deps, documents: deps, assistant: deps }),
  ).flat();
