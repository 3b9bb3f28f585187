import type { FrameworkControl } from "./framework.rules.ts";

/** Controls A.8.1 to A.8.18: devices, access, data and monitoring. */
export const ISO27001_TECHNOLOGICAL_PLATFORM: readonly FrameworkControl[] = [
  {
    number: "A.8.1",
    title: "Endpoint device security",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Laptops, phones and other user endpoint devices are managed, hardened and encrypted to protect the information on them.",
    evidenceHints: ["device management report", "hardening baseline", "disk encryption status"],
  },
  {
    number: "A.8.2",
    title: "Privileged access management",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Privileged access rights are restricted to the necessary minimum, individually authorised, monitored and regularly reviewed.",
    evidenceHints: ["privileged account list", "just-in-time access log", "administrator access review"],
  },
  {
    number: "A.8.3",
    title: "Restriction of access to information",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Applications and data stores enforce access control, so that users reach only the information they are authorised to use.",
    evidenceHints: ["application role settings", "database permissions", "access test"],
  },
  {
    number: "A.8.4",
    title: "Source code access control",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Only authorised developers can read or change source code, build tools and libraries, and changes require review.",
    evidenceHints: ["repository permissions", "branch protection settings"],
  },
  {
    number: "A.8.5",
    title: "Secure authentication",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "The strength of authentication, such as multi-factor authentication, matches the sensitivity of the system and its data.",
    evidenceHints: [
      "multi-factor authentication enforcement",
      "single sign-on settings",
      "account lockout settings",
    ],
  },
  {
    number: "A.8.6",
    title: "Capacity management",
    category: "Technological controls",
    trustCategory: "availability",
    summary:
      "Utilisation is monitored and demand is forecast, so that capacity is adjusted before a shortage affects service.",
    evidenceHints: ["capacity report", "scaling rules", "demand forecast"],
  },
  {
    number: "A.8.7",
    title: "Malware protection",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Anti-malware controls protect endpoints, servers and email, stay up to date, and are backed by user awareness.",
    evidenceHints: ["endpoint protection status", "detection samples", "mail filter settings"],
  },
  {
    number: "A.8.8",
    title: "Vulnerability management",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Technical vulnerabilities are identified, risk-rated and remediated within defined times, or formally accepted.",
    evidenceHints: ["vulnerability scan", "patch report", "exception approvals"],
  },
  {
    number: "A.8.9",
    title: "Configuration management",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Secure configuration baselines are documented and enforced, and configuration drift is detected and corrected.",
    evidenceHints: ["configuration baseline", "infrastructure as code", "drift report"],
  },
  {
    number: "A.8.10",
    title: "Information deletion",
    category: "Technological controls",
    trustCategory: "privacy",
    summary:
      "Data is deleted from systems, devices, media and suppliers' services when its retention period ends or its purpose is fulfilled.",
    evidenceHints: ["deletion schedule", "deletion job log", "supplier deletion confirmation"],
  },
  {
    number: "A.8.11",
    title: "Data masking",
    category: "Technological controls",
    trustCategory: "privacy",
    summary:
      "Personal and other sensitive data is masked, pseudonymised or anonymised wherever users do not need the actual values.",
    evidenceHints: ["masking rules", "sample of masked data", "pseudonymisation design"],
  },
  {
    number: "A.8.12",
    title: "Data leakage prevention",
    category: "Technological controls",
    trustCategory: "confidentiality",
    summary:
      "Data loss prevention controls detect and block unauthorised disclosure and exfiltration of sensitive data.",
    evidenceHints: ["data loss prevention rules", "blocked transfer log"],
  },
  {
    number: "A.8.13",
    title: "Information backup",
    category: "Technological controls",
    trustCategory: "availability",
    summary:
      "Data, software and configurations are backed up at defined intervals, and regular restore tests prove that the backups are usable.",
    evidenceHints: ["backup policy", "backup log", "restore test"],
  },
  {
    number: "A.8.14",
    title: "System redundancy",
    category: "Technological controls",
    trustCategory: "availability",
    summary:
      "Redundant components, sites or zones keep critical systems within their availability targets when one of them fails.",
    evidenceHints: ["architecture with redundancy", "failover test", "multi-zone settings"],
  },
  {
    number: "A.8.15",
    title: "Event logging",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "User activity, errors and security events are logged, and logs are protected from tampering, retained and reviewed.",
    evidenceHints: ["logging policy", "log retention settings", "log access review"],
  },
  {
    number: "A.8.16",
    title: "Security monitoring",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Detection rules and baselines reveal anomalous activity on networks, hosts and applications, and analysts investigate the alerts.",
    evidenceHints: ["monitoring rules", "alert tickets", "security operations report"],
  },
  {
    number: "A.8.17",
    title: "Clock synchronisation",
    category: "Technological controls",
    trustCategory: "processing_integrity",
    summary:
      "All systems take their time from the same trusted sources, so that log entries from different systems can be correlated.",
    evidenceHints: ["time server configuration", "clock offset report"],
  },
  {
    number: "A.8.18",
    title: "Restriction of privileged utilities",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Only authorised administrators can run utilities that bypass system controls, and each use is logged.",
    evidenceHints: ["list of permitted utilities", "utility usage log"],
  },
];
