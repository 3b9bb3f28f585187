import type { FrameworkControl } from "./framework.rules.ts";

/** Controls A.5.19 to A.5.37: suppliers, incidents, continuity and compliance. */
export const ISO27001_ORGANIZATIONAL_ASSURANCE: readonly FrameworkControl[] = [
  {
    number: "A.5.19",
    title: "Supplier risk management",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Security risks of suppliers' products and services are identified, assessed and treated from selection to the end of the contract.",
    evidenceHints: ["supplier security policy", "supplier risk ratings", "onboarding review"],
  },
  {
    number: "A.5.20",
    title: "Security requirements in supplier contracts",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Each supplier contract sets out security obligations appropriate to the service and the data involved.",
    evidenceHints: ["contract security annex", "data processing agreement", "list of contracts reviewed"],
  },
  {
    number: "A.5.21",
    title: "Technology supply chain risk",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Risks from the components and sub-suppliers behind purchased hardware, software and services are identified and managed.",
    evidenceHints: ["software bill of materials", "dependency scan", "supplier assurance on sub-suppliers"],
  },
  {
    number: "A.5.22",
    title: "Supplier monitoring and review",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Supplier performance and security are monitored and reviewed against the contract, and changes to the service are assessed.",
    evidenceHints: [
      "service review minutes",
      "supplier attestation reports",
      "change notices from suppliers",
    ],
  },
  {
    number: "A.5.23",
    title: "Cloud service security",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Cloud services are vetted before use and securely configured, shared responsibilities are documented, and exit plans exist.",
    evidenceHints: ["cloud policy", "shared responsibility matrix", "exit plan", "cloud posture report"],
  },
  {
    number: "A.5.24",
    title: "Incident response planning",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "An incident response plan defines processes, roles, escalation paths and contacts before an incident occurs.",
    evidenceHints: ["incident response plan", "on-call list", "exercise report"],
  },
  {
    number: "A.5.25",
    title: "Security event triage",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Reported security events are assessed and prioritised against defined criteria, and those that qualify are declared incidents.",
    evidenceHints: ["triage criteria", "event log with decisions"],
  },
  {
    number: "A.5.26",
    title: "Incident response",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Incidents are contained, eradicated, escalated and communicated as the documented response procedures require.",
    evidenceHints: ["incident record with timeline", "communication log", "containment steps"],
  },
  {
    number: "A.5.27",
    title: "Lessons learned from incidents",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Post-incident reviews establish root causes, and the lessons learned lead to improvements that prevent recurrence.",
    evidenceHints: ["post-incident review", "improvement actions", "incident trend report"],
  },
  {
    number: "A.5.28",
    title: "Preservation of evidence",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Evidence of security events is collected and stored with an intact chain of custody, so that it can be used in legal or disciplinary action.",
    evidenceHints: ["forensic procedure", "chain of custody form", "log preservation settings"],
  },
  {
    number: "A.5.29",
    title: "Security during a crisis",
    category: "Organizational controls",
    trustCategory: "availability",
    summary:
      "Security controls, or compensating measures, remain effective while the business is disrupted and during recovery.",
    evidenceHints: ["continuity plan with security measures", "crisis exercise report"],
  },
  {
    number: "A.5.30",
    title: "IT continuity and recovery readiness",
    category: "Organizational controls",
    trustCategory: "availability",
    summary:
      "Systems can be recovered within the objectives set by the business impact analysis, as regular tests demonstrate.",
    evidenceHints: ["business impact analysis", "recovery time objectives", "failover test"],
  },
  {
    number: "A.5.31",
    title: "Legal and contractual obligations",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "A maintained register lists the security obligations from law, regulation and contracts, and how each is met.",
    evidenceHints: ["register of legal requirements", "legal review", "compliance statement"],
  },
  {
    number: "A.5.32",
    title: "Intellectual property rights",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Software licences and other third-party rights are complied with, and the organisation's own intellectual property is protected.",
    evidenceHints: ["licence inventory", "open source policy", "licence scan"],
  },
  {
    number: "A.5.33",
    title: "Records retention and protection",
    category: "Organizational controls",
    trustCategory: "processing_integrity",
    summary:
      "Records stay intact, retrievable and accessible only to authorised people until their retention period ends.",
    evidenceHints: ["retention schedule", "archive access settings", "record integrity check"],
  },
  {
    number: "A.5.34",
    title: "Privacy and personal data protection",
    category: "Organizational controls",
    trustCategory: "privacy",
    summary:
      "Personal data is processed and protected as privacy law and contracts require, with clear responsibility for compliance.",
    evidenceHints: ["privacy policy", "record of processing activities", "data protection impact assessment"],
  },
  {
    number: "A.5.35",
    title: "Independent security review",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Reviewers independent of the security function assess it regularly and after significant changes, and report to management.",
    evidenceHints: ["independent audit report", "audit plan", "certification report"],
  },
  {
    number: "A.5.36",
    title: "Policy compliance reviews",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Managers regularly check compliance with policies and standards in their area, and deviations are corrected.",
    evidenceHints: ["compliance self-assessment", "technical compliance scan", "deviation log"],
  },
  {
    number: "A.5.37",
    title: "Operating procedures and runbooks",
    category: "Organizational controls",
    trustCategory: "processing_integrity",
    summary:
      "Routine operations, such as backup, maintenance and monitoring, follow written procedures that are kept current and accessible to operators.",
    evidenceHints: ["operating procedures", "runbooks", "document control list"],
  },
];
