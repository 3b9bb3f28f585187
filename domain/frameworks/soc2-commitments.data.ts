import type { FrameworkControl } from "./framework.rules.ts";

/** The additional criteria for availability, confidentiality and processing integrity. */
export const SOC2_COMMITMENTS: readonly FrameworkControl[] = [
  {
    number: "A1.1",
    title: "Capacity planned",
    category: "Availability",
    trustCategory: "availability",
    summary: "Present load is measured and future need is estimated, so that capacity is added in time.",
    evidenceHints: ["capacity dashboard", "load forecast", "autoscaling configuration"],
  },
  {
    number: "A1.2",
    title: "Environment, backup and recovery set-up",
    category: "Availability",
    trustCategory: "availability",
    summary:
      "Surroundings are protected, data is backed up, and the means to recover are built and looked after.",
    evidenceHints: [
      "backup job log",
      "environmental protection records",
      "replication settings",
      "recovery plan",
    ],
  },
  {
    number: "A1.3",
    title: "Recovery rehearsed",
    category: "Availability",
    trustCategory: "availability",
    summary: "Recovery is tried out, and the plan is corrected where the exercise fell short.",
    evidenceHints: [
      "restore test result",
      "disaster recovery exercise report",
      "corrective actions from the exercise",
    ],
  },
  {
    number: "C1.1",
    title: "Confidential data known and guarded",
    category: "Confidentiality",
    trustCategory: "confidentiality",
    summary: "Data promised to be kept secret is recognised, marked and protected for as long as it is held.",
    evidenceHints: [
      "data classification policy",
      "data inventory",
      "retention schedule",
      "non-disclosure agreement",
    ],
  },
  {
    number: "C1.2",
    title: "Confidential data disposed of",
    category: "Confidentiality",
    trustCategory: "confidentiality",
    summary: "Secret data is destroyed in a dependable way when its time has ended.",
    evidenceHints: ["deletion log", "destruction certificate", "disposal procedure"],
  },
  {
    number: "PI1.1",
    title: "Processing defined",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary:
      "It is written down what data means, what processing should do with it, and what users may expect.",
    evidenceHints: ["data definitions", "product specification", "service description"],
  },
  {
    number: "PI1.2",
    title: "Inputs checked",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary: "What enters the system is verified to be complete, correct and timely before it is used.",
    evidenceHints: ["input validation rules", "rejected record report", "interface reconciliation"],
  },
  {
    number: "PI1.3",
    title: "Processing correct and complete",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary: "Each processing step does what was designed, and errors in it are noticed and repaired.",
    evidenceHints: ["job monitoring log", "processing error tickets", "automated test results"],
  },
  {
    number: "PI1.4",
    title: "Outputs right and well addressed",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary: "Results are complete and accurate, and reach only those for whom they are meant, on time.",
    evidenceHints: ["output reconciliation", "delivery log", "report distribution list"],
  },
  {
    number: "PI1.5",
    title: "Stored items kept intact",
    category: "Processing integrity",
    trustCategory: "processing_integrity",
    summary: "Inputs, work in progress and results are stored so that they stay complete and unaltered.",
    evidenceHints: ["database integrity checks", "storage access settings", "archive verification"],
  },
];
