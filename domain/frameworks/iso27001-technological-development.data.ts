import type { FrameworkControl } from "./framework.rules.ts";

/** Controls A.8.19 to A.8.34: software, networks, cryptography and development. */
export const ISO27001_TECHNOLOGICAL_DEVELOPMENT: readonly FrameworkControl[] = [
  {
    number: "A.8.19",
    title: "Software installation in production",
    category: "Technological controls",
    trustCategory: "processing_integrity",
    summary:
      "Only approved and tested software is installed on production systems, by authorised staff and with a rollback plan.",
    evidenceHints: ["installation procedure", "approved software list", "deployment log"],
  },
  {
    number: "A.8.20",
    title: "Network security",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Networks and network devices are hardened, administered by authorised staff and monitored to protect the traffic they carry.",
    evidenceHints: ["network diagram", "firewall rule review", "network device hardening"],
  },
  {
    number: "A.8.21",
    title: "Network service security",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Each network service, in-house or outsourced, has agreed security features and service levels that are verified regularly.",
    evidenceHints: ["service agreement", "service security requirements", "service monitoring"],
  },
  {
    number: "A.8.22",
    title: "Network segmentation",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Networks are segmented by trust level and purpose, and traffic between segments is limited to what is permitted.",
    evidenceHints: ["network segmentation plan", "VLAN or security group settings", "segmentation test"],
  },
  {
    number: "A.8.23",
    title: "Web filtering",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Access to malicious and prohibited websites is blocked to reduce exposure to malware and phishing.",
    evidenceHints: ["web filter settings", "blocked category list"],
  },
  {
    number: "A.8.24",
    title: "Cryptography and key management",
    category: "Technological controls",
    trustCategory: "confidentiality",
    summary:
      "Encryption is used as a cryptography policy requires, and keys are managed securely from generation to destruction.",
    evidenceHints: ["cryptography policy", "key rotation log", "TLS and storage encryption settings"],
  },
  {
    number: "A.8.25",
    title: "Secure development life cycle",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Security activities and gates are part of every stage of development, from requirements and design to release and maintenance.",
    evidenceHints: ["secure development policy", "process description with security gates"],
  },
  {
    number: "A.8.26",
    title: "Application security requirements",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Before an application is built or bought, its security requirements are derived from a risk assessment and approved.",
    evidenceHints: ["security requirements", "threat model", "procurement checklist"],
  },
  {
    number: "A.8.27",
    title: "Secure architecture and design principles",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Systems are designed by documented principles, such as defence in depth and least privilege, and design reviews confirm it.",
    evidenceHints: ["architecture principles", "design review record"],
  },
  {
    number: "A.8.28",
    title: "Secure coding",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Developers follow secure coding standards, and code review and static analysis verify compliance.",
    evidenceHints: ["secure coding guideline", "static analysis report", "code review sample"],
  },
  {
    number: "A.8.29",
    title: "Security testing before release",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "Security tests are planned and run during development and acceptance, and defects are resolved before release.",
    evidenceHints: ["test plan with security cases", "penetration test", "dynamic scan report"],
  },
  {
    number: "A.8.30",
    title: "Outsourced development",
    category: "Technological controls",
    trustCategory: "security",
    summary:
      "External developers are bound by contractual security requirements, and their work is supervised, reviewed and tested.",
    evidenceHints: ["development contract", "code acceptance record", "supplier review"],
  },
  {
    number: "A.8.31",
    title: "Environment separation",
    category: "Technological controls",
    trustCategory: "processing_integrity",
    summary:
      "Production is separated from development and test environments, with separate accounts, data and access rights.",
    evidenceHints: ["environment overview", "account separation settings"],
  },
  {
    number: "A.8.32",
    title: "Change management",
    category: "Technological controls",
    trustCategory: "processing_integrity",
    summary:
      "Changes to systems and facilities are documented, risk-assessed, tested and approved before they are implemented.",
    evidenceHints: ["change policy", "change tickets", "pull request approvals"],
  },
  {
    number: "A.8.33",
    title: "Protection of test data",
    category: "Technological controls",
    trustCategory: "confidentiality",
    summary:
      "Test data is selected with care, anonymised where it is sensitive, protected during tests and deleted afterwards.",
    evidenceHints: ["test data policy", "approval for production data in tests", "anonymised data sample"],
  },
  {
    number: "A.8.34",
    title: "Safe audit testing",
    category: "Technological controls",
    trustCategory: "processing_integrity",
    summary:
      "Audit tests on production systems are agreed in advance with management and limited so that they do not disrupt operations.",
    evidenceHints: ["audit test agreement", "audit access log"],
  },
];
