import type { FrameworkControl } from "./framework.rules.ts";

/** Criteria CC6 to CC9: access, operations, change management and third-party risk. */
export const SOC2_OPERATIONS: readonly FrameworkControl[] = [
  {
    number: "CC6.1",
    title: "Logical access controls",
    category: "Logical and physical access",
    trustCategory: "security",
    summary:
      "Information assets and encryption keys are inventoried, and only authenticated and authorised users and machines have access to them.",
    evidenceHints: [
      "access control policy",
      "single sign-on configuration",
      "encryption settings",
      "key rotation record",
      "asset inventory",
      "multi-factor enforcement screenshot",
    ],
  },
  {
    number: "CC6.2",
    title: "Account provisioning and removal",
    category: "Logical and physical access",
    trustCategory: "security",
    summary:
      "Accounts are created only after approval, checked for validity periodically, and disabled promptly when no longer needed.",
    evidenceHints: [
      "access request tickets",
      "joiner and leaver checklist",
      "list of leavers with removal dates",
    ],
  },
  {
    number: "CC6.3",
    title: "Role-based access and least privilege",
    category: "Logical and physical access",
    trustCategory: "security",
    summary:
      "Managers approve access rights by role under least privilege and segregation of duties, and review and adjust them regularly.",
    evidenceHints: ["role and permission matrix", "quarterly access review", "privileged account list"],
  },
  {
    number: "CC6.4",
    title: "Physical access control",
    category: "Logical and physical access",
    trustCategory: "security",
    summary:
      "Access to facilities, server rooms and backup media is restricted to authorised people, and visitors are logged and escorted.",
    evidenceHints: ["badge access list", "visitor log", "data centre attestation report"],
  },
  {
    number: "CC6.5",
    title: "Secure disposal of assets",
    category: "Logical and physical access",
    trustCategory: "security",
    summary:
      "Devices and media leave the organisation's protection only after the data on them has been irreversibly erased or destroyed.",
    evidenceHints: ["media destruction certificate", "data erasure log", "asset disposal procedure"],
  },
  {
    number: "CC6.6",
    title: "Boundary protection",
    category: "Logical and physical access",
    trustCategory: "security",
    summary:
      "Firewalls, secure remote access and intrusion prevention protect the system boundary against external threats.",
    evidenceHints: [
      "firewall rules",
      "web application firewall configuration",
      "remote access settings",
      "external scan report",
    ],
  },
  {
    number: "CC6.7",
    title: "Protection of data in transit and on devices",
    category: "Logical and physical access",
    trustCategory: "security",
    summary:
      "Data is encrypted in transit, on mobile devices and on removable media, and only authorised users can transfer or export it.",
    evidenceHints: ["TLS configuration scan", "removable media policy", "mobile device management settings"],
  },
  {
    number: "CC6.8",
    title: "Malware and unauthorised software",
    category: "Logical and physical access",
    trustCategory: "security",
    summary:
      "Malicious and unauthorised software is blocked on endpoints and servers, and detections are investigated and removed.",
    evidenceHints: ["endpoint protection coverage", "allowed software list", "image scan results"],
  },
  {
    number: "CC7.1",
    title: "Vulnerability and configuration drift detection",
    category: "System operations",
    trustCategory: "security",
    summary:
      "Vulnerability scans and configuration monitoring detect new vulnerabilities and drift from secure baselines.",
    evidenceHints: ["vulnerability scan report", "configuration baseline", "file integrity alerts"],
  },
  {
    number: "CC7.2",
    title: "Security monitoring and anomaly detection",
    category: "System operations",
    trustCategory: "security",
    summary:
      "Systems are monitored for signs of attack, failure or error, and alarms and anomalies are analysed as possible security events.",
    evidenceHints: ["SIEM alert rules", "on-call schedule", "sample alert with its analysis"],
  },
  {
    number: "CC7.3",
    title: "Security event evaluation",
    category: "System operations",
    trustCategory: "security",
    summary:
      "Security events are triaged by severity and impact to decide whether they are incidents that need a response.",
    evidenceHints: ["incident triage record", "severity scale", "event review notes"],
  },
  {
    number: "CC7.4",
    title: "Incident response",
    category: "System operations",
    trustCategory: "security",
    summary:
      "A defined incident response plan with assigned roles is followed to contain, eradicate and communicate incidents.",
    evidenceHints: ["incident response plan", "incident ticket with timeline", "tabletop exercise report"],
  },
  {
    number: "CC7.5",
    title: "Recovery from incidents",
    category: "System operations",
    trustCategory: "security",
    summary:
      "After an incident, the service is restored, the root cause is removed, and lessons learned improve response and recovery.",
    evidenceHints: ["post-incident review", "recovery test record", "updated runbook"],
  },
  {
    number: "CC8.1",
    title: "Change management",
    category: "Change management",
    trustCategory: "security",
    summary:
      "Changes to software, infrastructure, data and configuration are documented, tested, reviewed and approved before release.",
    evidenceHints: [
      "change tickets",
      "pull request with review",
      "release approval",
      "pipeline configuration",
    ],
  },
  {
    number: "CC9.1",
    title: "Business disruption risk",
    category: "Risk mitigation",
    trustCategory: "security",
    summary:
      "Continuity plans, alternative arrangements and insurance reduce the impact of events that could disrupt the business.",
    evidenceHints: ["business continuity plan", "business impact analysis", "cyber insurance certificate"],
  },
  {
    number: "CC9.2",
    title: "Vendor and business partner risk",
    category: "Risk mitigation",
    trustCategory: "security",
    summary:
      "Vendors and business partners are risk-assessed before onboarding, bound by contract to security requirements, and reassessed regularly.",
    evidenceHints: [
      "vendor register",
      "vendor security review",
      "vendor SOC 2 report",
      "contract with security clauses",
    ],
  },
];
