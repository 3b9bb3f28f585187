import { createChatRoutes, type AssistantRouteDeps } from "./assistant/chat.routes.ts";
import { createConversationRoutes } from "./assistant/conversations.routes.ts";
import { createAssistantJobRoutes } from "./assistant/jobs.routes.ts";
import { createSuggestionRoutes } from "./assistant/suggestions.routes.ts";
import { createPolicyFileRoutes, type PolicyFileDeps } from "./policies/policy-files.routes.ts";
import { createMcpRoutes, type McpRouteDeps } from "./mcp/mcp.routes.ts";
import { createPolicyRoutes, type PolicyRouteDeps } from "./policies/policies.routes.ts";
import {
  createQuestionnaireRoutes,
  type QuestionnaireRouteDeps,
} from "./questionnaires/questionnaires.routes.ts";
import { createComplianceRoutes } from "./compliance/compliance.routes.ts";
import { createControlCommentRoutes } from "./control-comments/control-comments.routes.ts";
import { createControlRoutes, type ControlRouteDeps } from "./controls/controls.routes.ts";
import { createAuditLogRoutes, type AuditLogRouteDeps } from "./history/audit-log.routes.ts";
import { createAgentRoutes } from "./agents/agents.routes.ts";
import { createDeliveryRoutes } from "./webhooks/deliveries.routes.ts";
import { createEventRoutes } from "./history/events.routes.ts";
import { createEventStreamRoutes, type EventStreamDeps } from "./history/event-stream.routes.ts";
import { createFindingRoutes } from "./findings/findings.routes.ts";
import { createFrameworkRoutes } from "./frameworks/frameworks.routes.ts";
import { createIntegrationRoutes, type IntegrationRouteDeps } from "./integrations/integrations.routes.ts";
import { createInvitationRoutes, type InvitationRouteDeps } from "./invitations/invitations.routes.ts";
import { createMilestoneRoutes } from "./projects/milestones.routes.ts";
import { createNotificationRoutes } from "./notifications/notifications.routes.ts";
import { createPeopleRoutes } from "./users/people.routes.ts";
import { createProjectDeletionRoutes } from "./projects/project-deletion.routes.ts";
import { createProjectTeamRoutes } from "./projects/project-team.routes.ts";
import { createProjectRoutes, type ProjectRouteDeps } from "./projects/projects.routes.ts";
import { createReportRoutes } from "./reports/reports.routes.ts";
import { createSlackInstallRoutes, type SlackInstallRouteDeps } from "./slack/slack-install.routes.ts";
import { createSlackRoutes, type SlackRouteDeps } from "./slack/slack.routes.ts";
import { createSystemRoutes, type SystemRouteDeps } from "./housekeeping/system.routes.ts";
import { createUserSignInRoutes, type UserSignInRouteDeps } from "./users/user-sign-in.routes.ts";
import { createUserRoutes, type UserRouteDeps } from "./users/users.routes.ts";
import { createWhatsappRoutes } from "./whatsapp/whatsapp.routes.ts";
import { createWorkflowRoutes, type WorkflowRouteDeps } from "./housekeeping/workflows.routes.ts";
import { createWebhookRoutes, type WebhookRouteDeps } from "./webhooks/webhooks.routes.ts";
import { createEvidenceFileRoutes, type EvidenceFileDeps } from "./evidence/evidence-files.routes.ts";
import { createEvidenceRoutes } from "./evidence/evidence.routes.ts";
import { createIngestionRoutes, type IngestionRouteDeps } from "./evidence/ingestion.routes.ts";
import { createPassageRoutes } from "./evidence/passages.routes.ts";
import { createReuseRoutes, type ReuseRouteDeps } from "./evidence/reuse.routes.ts";
import { createReviewRoutes } from "./evidence/review.routes.ts";
import type { UploadDeps } from "./evidence/prepare-upload.ts";
import { createGatewayRoutes, type GatewayRouteDeps } from "./gateway/gateway.routes.ts";
import { createApiKeyRoutes, type ApiKeyRouteDeps } from "./api-keys/api-keys.routes.ts";
import { createAuthRoutes } from "./identity/auth.routes.ts";
import type { BrowserRouteDeps } from "./identity/oauth/browser/sign-in.ts";
import { createAuthorizeRoutes } from "./identity/oauth/authorize.routes.ts";
import { createDeviceRoutes } from "./identity/oauth/device.routes.ts";
import { createSecondFactorRoutes, type SecondFactorRouteDeps } from "./identity/second-factor.routes.ts";
import { createTokenStateRoutes } from "./identity/oauth/token-state.routes.ts";
import { createTokenRoutes } from "./identity/oauth/token.routes.ts";
import { createRowPermissionRoutes } from "./identity/permissions-of-rows.routes.ts";
import { createPermissionRoutes } from "./identity/permissions.routes.ts";
import { createConsoleSessionRoutes, type ConsoleSessionDeps } from "./identity/console-session.routes.ts";
import { createForgotPasswordRoutes } from "./identity/forgot-password.routes.ts";
import { createOauthClientRoutes } from "./identity/oauth-clients.routes.ts";
import { createPasswordPageRoutes } from "./identity/password-page.routes.ts";
import { createInvitationPageRoutes } from "./invitations/invitation-page.routes.ts";
import { createPasswordRoutes, type PasswordRouteDeps } from "./identity/password.routes.ts";
import { createOwnSessionRoutes } from "./identity/own-sessions.routes.ts";
import { createLinkedAccountRoutes } from "./integrations/linked-accounts.routes.ts";
import { createIdentityProviderRoutes } from "./identity-providers/identity-providers.routes.ts";
import { createUpstreamAccountRoutes } from "./identity-providers/upstream-accounts.routes.ts";
import {
  createProviderSignInRoutes,
  type ProviderSignInRouteDeps,
} from "./identity-providers/provider-sign-in.routes.ts";
import type { Route, Service } from "./route.ts";

/**
 * The dependencies of each service's routes. A service sees only its own part, so no route can use another's.
 */
export interface ServiceDeps {
  gateway: GatewayRouteDeps;
  identity: ApiKeyRouteDeps &
    ConsoleSessionDeps &
    PasswordRouteDeps &
    ProviderSignInRouteDeps &
    SecondFactorRouteDeps;
  backend: AuditLogRouteDeps &
    ControlRouteDeps &
    EventStreamDeps &
    EvidenceFileDeps &
    IngestionRouteDeps &
    IntegrationRouteDeps &
    InvitationRouteDeps &
    ProjectRouteDeps &
    SlackRouteDeps &
    SlackInstallRouteDeps &
    BrowserRouteDeps &
    SystemRouteDeps &
    UserRouteDeps &
    UserSignInRouteDeps &
    WebhookRouteDeps &
    WorkflowRouteDeps;
  documents: EvidenceFileDeps & IngestionRouteDeps & ReuseRouteDeps & UploadDeps;
  assistant: UploadDeps &
    AssistantRouteDeps &
    McpRouteDeps &
    PolicyRouteDeps &
    PolicyFileDeps &
    QuestionnaireRouteDeps;
}

/** The dependencies that the routes of all services share. */
export type RouteDeps = ServiceDeps["gateway"] &
  ServiceDeps["identity"] &
  ServiceDeps["backend"] &
  ServiceDeps["documents"] &
  ServiceDeps["assistant"];

/** How the routes of each service are created; together, every route of the API. */
const CREATE: { [S in Service]: (deps: ServiceDeps[S]) => Route[] } = {
  gateway: createGatewayRoutes,
  // How users, API keys and applications authenticate.
  identity: (deps) => [
    ...createAuthRoutes(deps),
    ...createConsoleSessionRoutes(deps),
    ...createPasswordRoutes(deps),
    ...createPermissionRoutes(),
    ...createRowPermissionRoutes(),
    ...createOwnSessionRoutes(),
    ...createForgotPasswordRoutes(deps),
    ...createPasswordPageRoutes(deps),
    ...createInvitationPageRoutes(deps),
    ...createSecondFactorRoutes(deps),
    ...createApiKeyRoutes(deps),
    ...createOauthClientRoutes(),
    ...createAuthorizeRoutes(deps),
    ...createDeviceRoutes(deps),
    ...createLinkedAccountRoutes(deps),
    ...createTokenRoutes(deps),
    ...createTokenStateRoutes(deps),
    ...createIdentityProviderRoutes(deps),
    ...createUpstreamAccountRoutes(),
    ...createProviderSignInRoutes(deps),
  ],
  backend: (deps) => [
    ...createPeopleRoutes(),
    ...createNotificationRoutes(),
    ...createUserRoutes(deps),
    ...createUserSignInRoutes(deps),
    ...createInvitationRoutes(deps),
    ...createProjectRoutes(deps),
    ...createProjectTeamRoutes(),
    ...createMilestoneRoutes(),
    ...createProjectDeletionRoutes(deps),
    ...createFrameworkRoutes(),
    ...createControlRoutes(deps),
    ...createControlCommentRoutes(),
    ...createComplianceRoutes(deps),
    ...createFindingRoutes(),
    ...createAgentRoutes(),
    ...createReportRoutes(deps),
    ...createAuditLogRoutes(deps),
    ...createEventRoutes(),
    ...createEventStreamRoutes(deps),
    ...createSystemRoutes(deps),
    ...createWorkflowRoutes(deps),
    ...createIntegrationRoutes(deps),
    ...createWhatsappRoutes(deps),
    ...createSlackRoutes(deps),
    ...createSlackInstallRoutes(deps),
    ...createWebhookRoutes(deps),
    ...createDeliveryRoutes(),
  ],
  documents: (deps) => [
    ...createEvidenceRoutes(deps),
    ...createReviewRoutes(),
    ...createReuseRoutes(deps),
    ...createEvidenceFileRoutes(deps),
    ...createPassageRoutes(deps),
    ...createIngestionRoutes(deps),
  ],
  assistant: (deps) => [
    ...createPolicyRoutes(deps),
    ...createPolicyFileRoutes(deps),
    ...createChatRoutes(deps),
    ...createConversationRoutes(),
    ...createSuggestionRoutes(),
    ...createAssistantJobRoutes(deps),
    ...createQuestionnaireRoutes(deps),
    ...createMcpRoutes(deps),
  ],
};

/** Every route of the API, by the service that serves it: mounted and described from this list. */
export const routesOf = (deps: ServiceDeps): Record<Service, Route[]> => ({
  gateway: CREATE.gateway(deps.gateway),
  identity: CREATE.identity(deps.identity),
  backend: CREATE.backend(deps.backend),
  documents: CREATE.documents(deps.documents),
  assistant: CREATE.assistant(deps.assistant),
});

/** The routes of a process that runs every service. */
export const allRoutes = (deps: RouteDeps): Route[] =>
  Object.values(
    routesOf({ gateway: deps, identity: deps, backend: deps, documents: deps, assistant: deps }),
  ).flat();
