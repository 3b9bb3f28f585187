import type { PolicyTemplate } from "../policy-template.ts";

export const INCIDENT_RESPONSE: PolicyTemplate = {
  type: "incident_response",
  title: "Incident Response Policy",
  description:
    "How security incidents are reported, assessed, contained and communicated, and how the company learns from them.",
  theme: "incident",
  owner: "Head of Information Security",
  purpose:
    "This policy ensures that security events are noticed and reported, that incidents are handled by prepared people in an established process, that notifications are sent on time, and that {company} learns from each incident.",
  scope: [
    "All events that may harm confidentiality, integrity or availability of information, especially {data}",
    "All systems of {company}, especially those that must stay available: {systems}",
    "Incidents at suppliers that touch information or services of {company}",
  ],
  roles: {
    "Incident Commander":
      "Leads an incident from its declaration to its end, decides on containment, keeps the timeline",
    "Response Team": "Investigates, contains, removes the cause and restores service",
    "Communications Lead":
      "Speaks to staff, customers and the press with one voice, after approval by the Incident Commander",
    "Legal Counsel": "Decides which authorities and contract partners must be notified, and by when",
  },
  statements: [
    {
      topic: "Reporting",
      rules: [
        "Everyone must report a suspected incident to the security channel at once, and at the latest within 1 hour after noticing it.",
        "No one may be penalised for a report in good faith.",
        "The security channel must be staffed or on call 24 hours a day, 7 days a week.",
      ],
    },
    {
      topic: "Assessing and classifying",
      rules: [
        "Each report must be acknowledged within 30 minutes and be classified within 2 hours as an event, an incident or a false alarm.",
        "Each incident must get one of four severities: critical (data lost to outsiders, or a main service down), high (likely harm), medium (limited harm), low (none yet).",
        "Response to a critical incident must start within 15 minutes, to a high one within 1 hour, to a medium one within 1 working day, and to a low one within 5 working days.",
      ],
    },
    {
      topic: "Containing and recovering",
      rules: [
        "The Incident Commander may isolate any system and disable any account without asking first, and must record the decision.",
        "Logs, memory images and disks must be secured before systems are rebuilt; for each item the chain of custody must be recorded.",
        "Systems must return to service only after the cause was removed and the System Owner agreed in writing.",
      ],
    },
    {
      topic: "Telling others",
      rules: [
        "Management must be notified of critical incidents within 1 hour, and of high ones within 4 hours.",
        "Outside parties must be notified as the law and contracts state: {notice}.",
        "The decision whether to notify must be recorded with its reason and the time by the Legal Counsel.",
      ],
    },
    {
      topic: "Learning and readiness",
      rules: [
        "A blameless review must be held within 10 working days after a critical or high incident, and its actions must have an owner and a date.",
        "The response plan must be rehearsed at least every 12 months with management, and every 6 months with the Response Team.",
        "Contact lists must be checked every 3 months and be available when the company's network is not.",
      ],
    },
  ],
  procedures: [
    {
      name: "Handling an incident",
      steps: [
        "Detect and report: anyone who notices something uses the security channel; the person on call opens an incident record.",
        "Assess: the person on call classifies it and calls the Incident Commander when it is high or critical.",
        "Contain: isolate what is affected, change exposed secrets, secure evidence.",
        "Remove: find the cause, close the point of entry, look for the same indicators on other systems.",
        "Recover: restore from clean sources, monitor closely for at least 14 days.",
        "Learn: hold the review, file the report, follow the actions until they are done.",
      ],
    },
    {
      name: "Deciding on notification of a breach",
      steps: [
        "The Incident Commander notifies the Legal Counsel within 4 hours when personal or customer data may be affected.",
        "The Legal Counsel notes the time of awareness, the data, the persons and the contracts concerned.",
        "The Legal Counsel decides, with the deadlines of this policy, who is notified, and the Communications Lead sends the notices.",
        "Proof of each notification is attached to the incident record.",
      ],
    },
  ],
  measures: {
    "Reports acknowledged within 30 minutes": "at least 95%",
    "Critical incidents with a review within 10 working days": "100%",
    "Notifications sent within their deadline": "100%",
    "Actions from reviews done by their date": "at least 90%",
  },
  records: [
    ["Incident register with severity and times", "Head of Information Security", "5 years"],
    ["Incident reports with timeline and cause", "Incident Commander", "5 years"],
    ["Review minutes and actions", "Incident Commander", "3 years"],
    ["Exercise plans and results", "Head of Information Security", "3 years"],
    ["Notifications to authorities and customers", "Legal Counsel", "{retention}"],
  ],
  terms: {
    "Security event": "Something observed that may matter for security",
    Incident: "One or more events that harm, or are likely to harm, information or services",
    "Chain of custody": "The record of who held a piece of evidence, when, and what was done with it",
  },
  controls: {
    soc2: ["CC7.2", "CC7.3", "CC7.4", "CC7.5", "CC2.2", "CC2.3", "P6.3", "P6.5", "P6.6"],
    iso27001: ["A.5.5", "A.5.24", "A.5.25", "A.5.26", "A.5.27", "A.5.28", "A.6.8"],
  },
};
