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
import type { Route } from "./route.ts";

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

/** How users, API keys and applications authenticate. */
const signInRoutes = (deps: ServiceDeps["identity"]): Route[] => [
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
];

/** Every route of the API: mounted from this list, described in OpenAPI from this list. */
export const routesOf = ({ gateway, identity, backend, documents, assistant }: ServiceDeps): Route[] => [
  ...createGatewayRoutes(gateway),
  ...signInRoutes(identity),
  ...createPeopleRoutes(),
  ...createNotificationRoutes(),
  ...createUserRoutes(backend),
  ...createUserSignInRoutes(backend),
  ...createInvitationRoutes(backend),
  ...createProjectRoutes(backend),
  ...createProjectTeamRoutes(),
  ...createMilestoneRoutes(),
  ...createProjectDeletionRoutes(backend),
  ...createFrameworkRoutes(),
  ...createControlRoutes(backend),
  ...createControlCommentRoutes(),
  ...createComplianceRoutes(backend),
  ...createFindingRoutes(),
  ...createAgentRoutes(),
  ...createReportRoutes(backend),
  ...createAuditLogRoutes(backend),
  ...createEventRoutes(),
  ...createEventStreamRoutes(backend),
  ...createSystemRoutes(backend),
  ...createWorkflowRoutes(backend),
  ...createIntegrationRoutes(backend),
  ...createWhatsappRoutes(backend),
  ...createSlackRoutes(backend),
  ...createSlackInstallRoutes(backend),
  ...createWebhookRoutes(backend),
  ...createDeliveryRoutes(),
  ...createEvidenceRoutes(documents),
  ...createReviewRoutes(),
  ...createReuseRoutes(documents),
  ...createEvidenceFileRoutes(documents),
  ...createPassageRoutes(documents),
  ...createIngestionRoutes(documents),
  ...createPolicyRoutes(assistant),
  ...createPolicyFileRoutes(assistant),
  ...createChatRoutes(assistant),
  ...createConversationRoutes(),
  ...createSuggestionRoutes(),
  ...createAssistantJobRoutes(assistant),
  ...createQuestionnaireRoutes(assistant),
  ...createMcpRoutes(assistant),
];

/** The dependencies of a process that runs every service. */
export const allRoutes = (deps: RouteDeps): Route[] =>
  routesOf({ gateway: deps, identity: deps, backend: deps, documents: deps, assistant: deps });
