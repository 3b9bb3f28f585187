import { ACCEPTABLE_USE } from "./templates/acceptable-use.data.ts";
import { ACCESS_CONTROL } from "./templates/access-control.data.ts";
import { ASSET_MANAGEMENT } from "./templates/asset-management.data.ts";
import { BACKUP_RECOVERY } from "./templates/backup-recovery.data.ts";
import { BUSINESS_CONTINUITY } from "./templates/business-continuity.data.ts";
import { CHANGE_MANAGEMENT } from "./templates/change-management.data.ts";
import { CODE_OF_CONDUCT } from "./templates/code-of-conduct.data.ts";
import { CRYPTOGRAPHY } from "./templates/cryptography.data.ts";
import { DATA_CLASSIFICATION } from "./templates/data-classification.data.ts";
import { DATA_RETENTION } from "./templates/data-retention.data.ts";
import { HUMAN_RESOURCES_SECURITY } from "./templates/human-resources-security.data.ts";
import { INCIDENT_RESPONSE } from "./templates/incident-response.data.ts";
import { INFORMATION_SECURITY } from "./templates/information-security.data.ts";
import { LOGGING_MONITORING } from "./templates/logging-monitoring.data.ts";
import { MOBILE_DEVICE_REMOTE_WORK } from "./templates/mobile-device-remote-work.data.ts";
import { NETWORK_SECURITY } from "./templates/network-security.data.ts";
import { PASSWORD_AUTHENTICATION } from "./templates/password-authentication.data.ts";
import { PHYSICAL_SECURITY } from "./templates/physical-security.data.ts";
import { PRIVACY } from "./templates/privacy.data.ts";
import { RISK_MANAGEMENT } from "./templates/risk-management.data.ts";
import { SECURE_DEVELOPMENT } from "./templates/secure-development.data.ts";
import { SECURITY_AWARENESS_TRAINING } from "./templates/security-awareness-training.data.ts";
import { VENDOR_RISK } from "./templates/vendor-risk.data.ts";
import { VULNERABILITY_MANAGEMENT } from "./templates/vulnerability-management.data.ts";
import type { PolicyTemplate } from "./policy-template.ts";

/** All types of policies, in list order. */
export const POLICY_TEMPLATES: readonly PolicyTemplate[] = [
  INFORMATION_SECURITY,
  ACCEPTABLE_USE,
  ACCESS_CONTROL,
  ASSET_MANAGEMENT,
  BACKUP_RECOVERY,
  BUSINESS_CONTINUITY,
  CHANGE_MANAGEMENT,
  CODE_OF_CONDUCT,
  CRYPTOGRAPHY,
  DATA_CLASSIFICATION,
  DATA_RETENTION,
  HUMAN_RESOURCES_SECURITY,
  INCIDENT_RESPONSE,
  LOGGING_MONITORING,
  MOBILE_DEVICE_REMOTE_WORK,
  NETWORK_SECURITY,
  PASSWORD_AUTHENTICATION,
  PHYSICAL_SECURITY,
  PRIVACY,
  RISK_MANAGEMENT,
  SECURE_DEVELOPMENT,
  SECURITY_AWARENESS_TRAINING,
  VENDOR_RISK,
  VULNERABILITY_MANAGEMENT,
];
