import type { PolicyTemplate } from "../policy-template.ts";

export const INFORMATION_SECURITY: PolicyTemplate = {
  type: "information_security",
  title: "Information Security Policy",
  description:
    "The top policy: aims, responsibilities and the rules that all other security policies build on.",
  theme: "governance",
  owner: "Chief Executive Officer",
  purpose:
    "With this policy the management of {company} states its aims for information security: confidentiality, integrity and availability of {data} and of {systems}, compliance with obligations, and continual improvement. All other security policies are based on it.",
  scope: [
    "Everyone who works for {company}, at any location",
    "All information in any form, and all systems, services and suppliers that handle it",
    "The management system for information security and all policies below this one",
  ],
  roles: {
    "Chief Executive Officer":
      "Is accountable for information security, provides staff and budget, and approves this policy",
    "Head of Information Security": "Runs the security programme, reports on it, and advises everyone",
    "Security Steering Group": "Meets every 3 months, sets priorities, and follows risks and measures",
    "Asset Owner": "Is accountable for the protection of the information and systems entrusted to them",
    "Internal Auditor": "Checks independently whether the policies are followed",
  },
  statements: [
    {
      topic: "Aims",
      rules: [
        "Security objectives with figures and dates must be set every 12 months and be reviewed by the Security Steering Group every 3 months.",
        "Obligations from laws, contracts and standards must be kept in a register and be reviewed at least every 12 months.",
        "Management must review the security programme at least every 12 months and record decisions and resources.",
      ],
    },
    {
      topic: "Organisation",
      rules: [
        "Each security role must be assigned to a named person in writing, with a deputy, and be reviewed every 12 months.",
        "Conflicting duties must be separated, or be compensated by a check that a second person performs and records.",
        "Contacts with authorities and expert groups must be listed and be checked every 6 months.",
      ],
    },
    {
      topic: "Policies",
      rules: [
        "Each policy must have an owner, a version, a date of approval and a date of review, which is at most 12 months later.",
        "Policies must be available to everyone they concern, and new versions must be announced within 10 working days after approval.",
        "Where policies contradict each other, the stricter rule must be followed until the Head of Information Security has decided.",
      ],
    },
    {
      topic: "Risk and assets",
      rules: [
        "Risks must be assessed at least every 12 months and before each significant change, by the method of the Risk Management Policy.",
        "Information must be classified and be protected by its class; every asset must have an owner.",
        "Security must be part of each project from its start, with a recorded review before it goes live.",
      ],
    },
    {
      topic: "People and suppliers",
      rules: [
        "Everyone must complete security training within 30 days after joining and every 12 months.",
        "Everyone must report incidents and weaknesses within 1 hour through the security channel.",
        "Suppliers must be held to the same level by contract before they receive information.",
      ],
    },
    {
      topic: "Checking and improving",
      rules: [
        "Compliance with policies must be checked by an internal audit at least every 12 months, and by an independent outside party at least every 24 months.",
        "Findings must have an owner, a cause and a date, and overdue ones must be reported to management every month.",
        "Each control must have an owner who confirms every 3 months that it works.",
      ],
    },
  ],
  procedures: [
    {
      name: "Approving a policy",
      steps: [
        "The policy owner drafts or updates the text with those it concerns.",
        "The Head of Information Security checks it against this policy and the register of obligations.",
        "Management approves it; version, date and approver are recorded.",
        "The policy is published, announced, and filed as evidence for its controls.",
      ],
    },
    {
      name: "Management review",
      steps: [
        "The Head of Information Security collects risks, incidents, audit results, measures and changes of the past period.",
        "Management discusses them and decides on objectives, resources and actions.",
        "Minutes with decisions, owners and dates are kept and followed.",
      ],
    },
  ],
  measures: {
    "Policies reviewed in the past 12 months": "100%",
    "Security objectives reached": "at least 80% a year",
    "Audit findings overdue": "0 of high severity",
    "Staff with current training": "at least 98%",
  },
  records: [
    ["Approved policies with all versions", "Head of Information Security", "5 years after replacement"],
    ["Minutes of management reviews", "Chief Executive Officer", "5 years"],
    ["Register of obligations", "Legal Counsel", "while in use"],
    ["Internal audit plan and reports", "Internal Auditor", "5 years"],
    ["Written assignments of security roles", "Human Resources", "employment and 3 years"],
  ],
  terms: {
    Confidentiality: "Only authorised people have access to it",
    Integrity: "Information is correct and complete, and changes only as intended",
    Availability: "Information and systems are available when they are needed",
  },
  controls: {
    soc2: ["CC1.1", "CC1.2", "CC1.3", "CC1.5", "CC2.2", "CC3.1", "CC4.1", "CC4.2", "CC5.3"],
    iso27001: [
      "A.5.1",
      "A.5.2",
      "A.5.3",
      "A.5.4",
      "A.5.5",
      "A.5.6",
      "A.5.8",
      "A.5.31",
      "A.5.35",
      "A.5.36",
      "A.5.37",
    ],
  },
};
