import type { PolicyTemplate } from "../policy-template.ts";

export const SECURITY_AWARENESS_TRAINING: PolicyTemplate = {
  type: "security_awareness_training",
  title: "Security Awareness and Training Policy",
  description: "What everyone must know about security, how they learn it, and how that is proven.",
  theme: "people",
  owner: "Head of Information Security",
  purpose:
    "This policy ensures that everyone at {company} knows the threats and rules that concern them and can act accordingly, and that people in special roles have the necessary skills.",
  scope: [
    "Employees, contractors, temporary staff and members of management",
    "General awareness, training for roles, phishing exercises and communication",
    "Knowledge needed to protect {data}",
  ],
  roles: {
    "Training Coordinator": "Plans, offers and records training and reminds people",
    "Line Manager": "Allows time for training and ensures that it is completed",
    Everyone: "Completes training on time and applies it",
  },
  statements: [
    {
      topic: "General training",
      rules: [
        "Everyone must complete security and privacy training within 30 days after joining and every 12 months; access must be suspended after 30 days of delay.",
        "It must cover at least: phishing, passwords and factors, handling of information, remote work, reporting, privacy, and use of artificial intelligence.",
        "A test must be passed with at least 80%; it may be repeated.",
      ],
    },
    {
      topic: "Training for roles",
      rules: [
        "Developers must be trained in secure coding, administrators in secure operations, finance in payment fraud, and the Response Team in incident handling, each within 60 days after taking the role and every 12 months.",
        "Management must be trained in its duties for security every 12 months.",
        "A matrix must state which role needs which training, and be reviewed every 12 months.",
      ],
    },
    {
      topic: "Exercises and communication",
      rules: [
        "Phishing exercises must be held at least every 3 months and reach everyone at least 4 times a year.",
        "People who fall for an exercise must get a short lesson within 5 working days; results must not be used for punishment.",
        "News on threats and lessons from incidents must be sent at least every month.",
        "Changes of policies must be explained to those concerned within 10 working days after approval.",
      ],
    },
    {
      topic: "Content and effect",
      rules: [
        "Content must be reviewed every 12 months against incidents, risks and changes of policies.",
        "Effectiveness must be measured by test results, exercises and the reporting rate, and be reported to management every 6 months.",
      ],
    },
  ],
  procedures: [
    {
      name: "Yearly training",
      steps: [
        "The Training Coordinator updates content and assigns it by role.",
        "People are invited; reminders follow after 14 and 25 days.",
        "After 30 days, the Line Manager is informed and access is suspended.",
        "Completion and results are exported and filed as evidence.",
      ],
    },
    {
      name: "Phishing exercise",
      steps: [
        "Choose a scenario from current threats and agree on it with the Head of Information Security.",
        "Send it over several days; count clicks, data entered and reports.",
        "Offer the lesson to those who fell for it, and publish the result without names.",
      ],
    },
  ],
  measures: {
    "Staff with training in the past 12 months": "at least 98%",
    "New joiners trained within 30 days": "100%",
    "Reports in phishing exercises": "at least 60%",
    "Clicks in phishing exercises": "at most 5%",
  },
  records: [
    ["Completion and test results", "Training Coordinator", "employment and 3 years"],
    ["Training content with versions", "Training Coordinator", "3 years"],
    ["Role and training matrix", "Training Coordinator", "while in use"],
    ["Results of phishing exercises", "Head of Information Security", "3 years"],
  ],
  terms: {
    Phishing: "Messages that pretend to come from a trusted sender to get secrets or clicks",
    "Role training": "Training that only certain roles need",
    "Reporting rate": "The share of people who report a suspicious message",
  },
  controls: {
    soc2: ["CC1.4", "CC2.2", "CC1.5", "CC5.3"],
    iso27001: ["A.6.3", "A.6.8", "A.5.4", "A.8.7"],
  },
};
