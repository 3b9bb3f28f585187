import type { FrameworkControl } from "./framework.rules.ts";

/** The additional criteria for availability, confidentiality and processing integrity. */
export const SOC2_COMMITMENTS: readonly FrameworkControl[] = [
  {
    number: "A1.1",
    title: "Capacity management",
    category: "Availability",
    trustCategory: "availability",
    summary:
      "Current utilisation is monitored and demand is forecast, so that capacity is added before limits affect availability.",
    evidenceHints: ["capacity dashboard", "load forecast", "autoscaling configuration"],
  },
  {
    number: "A1.2",
    title: "Environmental protection, backup and recovery",
    category: "Availability",
    trustCategory: "availability",
    summary:
      "Data is backed up, the means to restore it are in place and maintained, and facilities are protected from environmental threats.",
    evidenceHints: [
      "backup job log",
      "environmental protection records",
      "replication settings",
      "recovery plan",
    ],
  },
  {
    number: "A1.3",
    title: "Recovery testing",
    category: "Availability",
    trustCategory: "availability",
    summary:
      "Disaster recovery plans are tested in regular exercises and corrected where an exercise reveals shortcomings.",
    evidenceHints: [
      "restore test result",
      "disaster recovery exercise report",
      "corrective actions from the exercise",
    ],
  },
  {
    number: "C1.1",
    title: "Protection of confidential information",
    category: "Confidentiality",
    trustCategory: "confidentiality",
    summary:
      "Confidential information is identified, classified, labelled and protected for as long as it is retained.",
    evidenceHints: [
      "data classification policy",
      "data inventory",
      "retention schedule",
      "non-disclosure agreement",
    ],
  },
  {
    number: "C1.2",
    title: "Secure disposal of confidential information",
    category: "Confidentiality",
    trustCategory: "confidentiality",
    summary:
      "Confidential information is securely deleted or destroyed when its retention period or the contract ends.",
    evidenceHints: ["deletion log", "destruction certificate", "disposal procedure"],
  },
  {
    number: "PI1.1",
    title: "Data and processing specifications",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary:
      "Data definitions, processing specifications and service descriptions are documented, kept current and available to users.",
    evidenceHints: ["data definitions", "product specification", "service description"],
  },
  {
    number: "PI1.2",
    title: "Input validation",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary:
      "Inputs are validated for completeness, accuracy and timeliness before processing, and rejected records are followed up.",
    evidenceHints: ["input validation rules", "rejected record report", "interface reconciliation"],
  },
  {
    number: "PI1.3",
    title: "Complete and accurate processing",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary:
      "Processing follows its specification and is monitored, and errors are detected, logged and corrected promptly.",
    evidenceHints: ["job monitoring log", "processing error tickets", "automated test results"],
  },
  {
    number: "PI1.4",
    title: "Output accuracy and delivery",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary:
      "Outputs are checked for completeness and accuracy and delivered on time, to the intended recipients only.",
    evidenceHints: ["output reconciliation", "delivery log", "report distribution list"],
  },
  {
    number: "PI1.5",
    title: "Integrity of stored data",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary:
      "Inputs, work in process and outputs are stored securely, and their integrity and completeness are verified.",
    evidenceHints: ["database integrity checks", "storage access settings", "archive verification"],
  },
];
