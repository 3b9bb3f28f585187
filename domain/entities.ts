import { Agent } from "./agents/agent.entity.ts";
import { AssistantMessage, Conversation } from "./assistant/conversation.entity.ts";
import { AssistantJob } from "./assistant/job.entity.ts";
import { ModelUsage } from "./assistant/model-usage.entity.ts";
import { AuditEntry } from "./audit/audit-entry.entity.ts";
import { AuditIntake } from "./audit/audit-intake.entity.ts";
import { ApiKey } from "./api-keys/api-key.entity.ts";
import { ScoreSnapshot } from "./compliance/score-snapshot.entity.ts";
import { Control } from "./controls/control.entity.ts";
import { Event } from "./events/event.entity.ts";
import { Evidence, EvidenceChunk } from "./evidence/evidence.entity.ts";
import { RejectedFile } from "./evidence/rejected-file.entity.ts";
import { Finding, FindingComment } from "./findings/finding.entity.ts";
import { StoredFramework } from "./frameworks/framework.entity.ts";
import { StoredAnswer } from "./idempotency/stored-answer.entity.ts";
import { AuthorizationCode } from "./identity/authorization-code.entity.ts";
import { DeviceGrant } from "./identity/device-grant.entity.ts";
import { OauthClient } from "./identity/oauth-client.entity.ts";
import { PasswordReset } from "./identity/password-reset.entity.ts";
import { RecoveryCode, TotpFactor } from "./identity/second-factor.entity.ts";
import { RefreshToken, Session } from "./identity/session.entity.ts";
import { SigningKey } from "./identity/signing-key.entity.ts";
import { InboundMessage } from "./inbound/inbound-message.entity.ts";
import { Integration } from "./integrations/integration.entity.ts";
import { LinkRequest, LinkedAccount } from "./integrations/linked-account.entity.ts";
import { SlackInstallation } from "./integrations/slack-installation.entity.ts";
import { Policy, PolicyVersion } from "./policies/policy.entity.ts";
import { Milestone, Project, TeamMember } from "./projects/project.entity.ts";
import { Questionnaire, QuestionnaireItem } from "./questionnaires/questionnaire.entity.ts";
import { Report } from "./reports/report.entity.ts";
import { IdentityProvider } from "./upstream/identity-provider.entity.ts";
import { UpstreamAccount } from "./upstream/upstream-account.entity.ts";
import { User } from "./users/user.entity.ts";
import { Webhook, WebhookAttempt, WebhookDelivery } from "./webhooks/webhook.entity.ts";

/** Every table of the product. */
export const entities = [
  User,
  OauthClient,
  Session,
  RefreshToken,
  AuthorizationCode,
  DeviceGrant,
  SigningKey,
  IdentityProvider,
  UpstreamAccount,
  TotpFactor,
  RecoveryCode,
  PasswordReset,
  ApiKey,
  StoredFramework,
  Project,
  TeamMember,
  Milestone,
  Control,
  ScoreSnapshot,
  Evidence,
  EvidenceChunk,
  RejectedFile,
  Agent,
  Finding,
  FindingComment,
  Report,
  Policy,
  PolicyVersion,
  Questionnaire,
  QuestionnaireItem,
  Event,
  Webhook,
  WebhookDelivery,
  WebhookAttempt,
  Integration,
  LinkedAccount,
  LinkRequest,
  SlackInstallation,
  InboundMessage,
  Conversation,
  AssistantMessage,
  AssistantJob,
  ModelUsage,
  AuditIntake,
  AuditEntry,
  StoredAnswer,
];
