import { createChatRoutes, type ChatRouteDeps } from "./assistant/chat.routes.ts";
import { createConversationRoutes } from "./assistant/conversations.routes.ts";
import { createAssistantJobRoutes } from "./assistant/jobs.routes.ts";
import { createSuggestionRoutes } from "./assistant/suggestions.routes.ts";
import { createPolicyFileRoutes, type PolicyFileDeps } from "./assistant/policy-files.routes.ts";
import { createMcpRoutes, type McpRouteDeps } from "./assistant/mcp/mcp.routes.ts";
import { createPolicyRoutes, type PolicyRouteDeps } from "./assistant/policies.routes.ts";
import { createQuestionnaireRoutes } from "./assistant/questionnaires.routes.ts";
import { createComplianceRoutes } from "./backend/compliance.routes.ts";
import { createControlRoutes, type ControlRouteDeps } from "./backend/controls.routes.ts";
import { createAuditLogRoutes } from "./backend/audit-log.routes.ts";
import { createAgentRoutes } from "./backend/agents.routes.ts";
import { createDeliveryRoutes } from "./backend/deliveries.routes.ts";
import { createEventRoutes } from "./backend/events.routes.ts";
import { createEventStreamRoutes, type EventStreamDeps } from "./backend/event-stream.routes.ts";
import { createFindingRoutes } from "./backend/findings.routes.ts";
import { createFrameworkRoutes } from "./backend/frameworks.routes.ts";
import { createIntegrationRoutes, type IntegrationRouteDeps } from "./backend/integrations.routes.ts";
import { createInvitationRoutes, type InvitationRouteDeps } from "./backend/invitations.routes.ts";
import { createMilestoneRoutes } from "./backend/milestones.routes.ts";
import { createNotificationRoutes } from "./backend/notifications.routes.ts";
import { createPeopleRoutes } from "./backend/people.routes.ts";
import { createProjectDeletionRoutes } from "./backend/project-deletion.routes.ts";
import { createProjectTeamRoutes } from "./backend/project-team.routes.ts";
import { createProjectRoutes } from "./backend/projects.routes.ts";
import { createReportRoutes } from "./backend/reports.routes.ts";
import { createSlackInstallRoutes, type SlackInstallRouteDeps } from "./backend/slack-install.routes.ts";
import { createSlackRoutes, type SlackRouteDeps } from "./backend/slack.routes.ts";
import { createSystemRoutes, type SystemRouteDeps } from "./backend/system.routes.ts";
import { createUserSignInRoutes, type UserSignInRouteDeps } from "./backend/user-sign-in.routes.ts";
import { createUserRoutes, type UserRouteDeps } from "./backend/users.routes.ts";
import { createWhatsappRoutes } from "./backend/whatsapp.routes.ts";
import { createWorkflowRoutes, type WorkflowRouteDeps } from "./backend/workflows.routes.ts";
import { createWebhookRoutes, type WebhookRouteDeps } from "./backend/webhooks.routes.ts";
import { createEvidenceFileRoutes, type EvidenceFileDeps } from "./documents/evidence-files.routes.ts";
import { createEvidenceRoutes } from "./documents/evidence.routes.ts";
import { createIngestionRoutes, type IngestionRouteDeps } from "./documents/ingestion.routes.ts";
import { createPassageRoutes } from "./documents/passages.routes.ts";
import { createReuseRoutes, type ReuseRouteDeps } from "./documents/reuse.routes.ts";
import { createReviewRoutes } from "./documents/review.routes.ts";
import type { UploadDeps } from "./documents/store-upload.ts";
import { createGatewayRoutes, type GatewayRouteDeps } from "./gateway/gateway.routes.ts";
import { createApiKeyRoutes, type ApiKeyRouteDeps } from "./identity/api-keys.routes.ts";
import { createAuthRoutes } from "./identity/auth.routes.ts";
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
import { createInvitationPageRoutes } from "./identity/invitation-page.routes.ts";
import { createPasswordRoutes, type PasswordRouteDeps } from "./identity/password.routes.ts";
import { createOwnSessionRoutes } from "./identity/own-sessions.routes.ts";
import { createLinkRoutes } from "./identity/link.routes.ts";
import { createIdentityProviderRoutes } from "./identity/upstream/identity-providers.routes.ts";
import { createUpstreamAccountRoutes } from "./identity/upstream/upstream-accounts.routes.ts";
import { createUpstreamRoutes, type UpstreamRouteDeps } from "./identity/upstream/upstream.routes.ts";
import type { Route } from "./route.ts";

export type RouteDeps = ApiKeyRouteDeps &
  GatewayRouteDeps &
  ConsoleSessionDeps &
  PasswordRouteDeps &
  UpstreamRouteDeps &
  SecondFactorRouteDeps &
  UserRouteDeps &
  UserSignInRouteDeps &
  InvitationRouteDeps &
  ControlRouteDeps &
  UploadDeps &
  PolicyFileDeps &
  EvidenceFileDeps &
  ReuseRouteDeps &
  IngestionRouteDeps &
  WebhookRouteDeps &
  EventStreamDeps &
  SystemRouteDeps &
  WorkflowRouteDeps &
  IntegrationRouteDeps &
  PolicyRouteDeps &
  SlackRouteDeps &
  SlackInstallRouteDeps &
  ChatRouteDeps &
  McpRouteDeps;

/** How people, keys and applications prove who they are. */
const signInRoutes = (deps: RouteDeps): Route[] => [
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
  ...createLinkRoutes(deps),
  ...createTokenRoutes(deps),
  ...createTokenStateRoutes(deps),
  ...createIdentityProviderRoutes(deps),
  ...createUpstreamAccountRoutes(),
  ...createUpstreamRoutes(deps),
];

/** Every route of the API: mounted from this list, described in OpenAPI from this list. */
export const allRoutes = (deps: RouteDeps): Route[] => [
  ...createGatewayRoutes(deps),
  ...signInRoutes(deps),
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
  ...createComplianceRoutes(deps),
  ...createFindingRoutes(),
  ...createAgentRoutes(),
  ...createReportRoutes(deps),
  ...createAuditLogRoutes(),
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
  ...createEvidenceRoutes(deps),
  ...createReviewRoutes(),
  ...createReuseRoutes(deps),
  ...createEvidenceFileRoutes(deps),
  ...createPassageRoutes(),
  ...createIngestionRoutes(deps),
  ...createPolicyRoutes(deps),
  ...createPolicyFileRoutes(deps),
  ...createChatRoutes(deps),
  ...createConversationRoutes(),
  ...createSuggestionRoutes(),
  ...createAssistantJobRoutes(deps),
  ...createQuestionnaireRoutes(deps),
  ...createMcpRoutes(deps),
];
