import type { PolicyTemplate } from "../policy-template.ts";

export const HUMAN_RESOURCES_SECURITY: PolicyTemplate = {
  type: "human_resources_security",
  title: "Human Resources Security Policy",
  description: "Security before, during and at the end of employment.",
  theme: "people",
  owner: "Head of Human Resources",
  purpose:
    "This policy ensures that people who work for {company} are suitable for their responsibilities, know their security duties, and do not keep access or information when they leave.",
  scope: [
    "Applicants, employees, contractors, interns and temporary staff",
    "All stages: recruitment, contract, employment, change of role, and departure",
    "Records about people, which are themselves confidential",
  ],
  roles: {
    "Head of Human Resources": "Runs checks, contracts, joiner and leaver processes",
    "Line Manager": "States what a role needs, explains duties, and acts on violations",
    "Head of Information Security": "States which roles are sensitive and what they must know",
  },
  statements: [
    {
      topic: "Before employment",
      rules: [
        "Identity, right to work, references and qualifications must be checked before the first working day, to the extent permitted by law.",
        "For roles with access to {data} or production, further checks in proportion to the risk must be completed before access is granted.",
        "Job descriptions must state security duties and be reviewed every 24 months.",
      ],
    },
    {
      topic: "Contract",
      rules: [
        "Contracts must state duties of security and confidentiality, and the consequences of violations; they must be signed before access is granted.",
        "A confidentiality agreement must last at least 2 years beyond employment, and for trade secrets as long as they are secret.",
        "Contractors must sign the same duties, themselves or through their company.",
      ],
    },
    {
      topic: "During employment",
      rules: [
        "Each person must confirm the code of conduct and the security policies within 10 working days after joining and every 12 months.",
        "Performance reviews must be held at least every 12 months, and must cover the duties for controls that the person owns.",
        "Skills that security roles need must be stated, and gaps must have a plan within 3 months.",
      ],
    },
    {
      topic: "Change and departure",
      rules: [
        "Human Resources must notify IT Operations of each joiner at least 5 working days before, and of each leaver on the day notice is given or received.",
        "Access must be disabled within 24 hours after the last working day; on dismissal, before or during the meeting.",
        "Leavers must return devices, badges and documents, and be reminded of continuing confidentiality in writing on the last working day.",
      ],
    },
    {
      topic: "Violations",
      rules: [
        "Violations must be examined fairly within 15 working days, with the person heard before a decision.",
        "Consequences must follow a written scale from a warning to dismissal, and be recorded with the reason.",
      ],
    },
  ],
  procedures: [
    {
      name: "Joining",
      steps: [
        "Human Resources completes checks and has contract and confidentiality agreement signed.",
        "The Line Manager requests access by role; IT Operations prepares device and account.",
        "On the first day the person receives the policies; within 30 days training is done.",
        "Human Resources closes the checklist after all confirmations are there.",
      ],
    },
    {
      name: "Leaving",
      steps: [
        "Human Resources opens the checklist and informs IT Operations and the Line Manager.",
        "Knowledge, ownership of assets and controls are handed over.",
        "On the last day access ends, items are returned, and the reminder of confidentiality is signed.",
        "The checklist is closed within 5 working days.",
      ],
    },
  ],
  measures: {
    "Checks completed before the first working day": "100%",
    "Contracts with duties for security signed before access": "100%",
    "Leaver checklists closed within 5 working days": "at least 95%",
  },
  records: [
    ["Record that checks were completed", "Head of Human Resources", "employment and 1 year"],
    [
      "Signed contracts and confidentiality agreements",
      "Head of Human Resources",
      "employment and {retention}",
    ],
    ["Joiner and leaver checklists", "Head of Human Resources", "3 years"],
    ["Records of violations, without names for auditors", "Head of Human Resources", "3 years"],
  ],
  terms: {
    "Sensitive role": "A role with access to restricted information, production or payments",
    Joiner: "Someone who starts to work for {company}",
    Leaver: "Someone whose work for {company} ends",
  },
  controls: {
    soc2: ["CC1.1", "CC1.4", "CC1.5", "CC6.2"],
    iso27001: ["A.6.1", "A.6.2", "A.6.4", "A.6.5", "A.6.6", "A.5.4", "A.5.11"],
  },
};
