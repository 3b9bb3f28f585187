import type { PolicyTemplate } from "../policy-template.ts";

export const BUSINESS_CONTINUITY: PolicyTemplate = {
  type: "business_continuity",
  title: "Business Continuity Policy",
  description: "How the company continues or resumes its work after a major disruption.",
  theme: "continuity",
  owner: "Chief Operating Officer",
  purpose:
    "This policy ensures that {company} can continue its important services during a disruption at a level it has agreed on, return to normal in an orderly way, and keep information secure throughout.",
  scope: [
    "All business processes, especially those that depend on {systems}",
    "Disruptions of technology, buildings, staff, power and suppliers, and attacks",
    "Planning, exercising, activation and return to normal",
  ],
  roles: {
    "Crisis Manager": "Declares and ends a crisis, leads the crisis team, and sets priorities",
    "Continuity Coordinator": "Keeps plans and impact analysis current and organises exercises",
    "Process Owner": "States what the process needs, and keeps its plan",
    "Communications Lead": "Informs staff, customers, authorities and the press",
  },
  statements: [
    {
      topic: "Impact analysis",
      rules: [
        "A business impact analysis must be carried out every 12 months and after each significant change; it must state for each process the tolerable outage, the recovery time, the recovery point and its dependencies.",
        "Processes with a tolerable outage of 24 hours or less must be classed as critical.",
        "Single points of failure of critical processes must be listed with a treatment and a date.",
      ],
    },
    {
      topic: "Plans",
      rules: [
        "Each critical process must have a continuity plan that names people, steps, substitutes, suppliers and contacts, and works without the normal systems.",
        "Plans must cover at least: loss of a main system, loss of a site, loss of a third of the staff, loss of a main supplier, and extortion by encryption of data.",
        "Plans must be reviewed every 12 months, and be available offline to everyone with a task in them.",
      ],
    },
    {
      topic: "Technology",
      rules: [
        "{systems} must have enough spare capacity that the failure of one component or zone does not end the service.",
        "Capacity must be measured every day and forecast every 3 months, with an alert at 80% use.",
        "Power, cooling and network of own premises must be protected and be tested every 6 months.",
      ],
    },
    {
      topic: "Activation",
      rules: [
        "The Crisis Manager must be reachable within 30 minutes at any time, and have 2 deputies.",
        "The crisis team must meet within 1 hour after activation and keep a log of decisions.",
        "Security controls must stay in force during a crisis; each one that is relaxed must be approved by the Head of Information Security and be restored within 5 working days after its end.",
      ],
    },
    {
      topic: "Exercises",
      rules: [
        "A table-top exercise with management must be held every 12 months, and a technical recovery exercise of critical systems every 12 months.",
        "Each exercise must have aims, a report within 20 working days, and actions with owners and dates.",
        "Everyone with a task in a plan must take part in an exercise at least every 24 months.",
      ],
    },
  ],
  procedures: [
    {
      name: "Activating the plan",
      steps: [
        "Anyone who notices a disruption that may last longer than 2 hours calls the Crisis Manager.",
        "The Crisis Manager assesses the impact, declares the crisis and calls the team.",
        "The team protects people first, then starts the plans by priority.",
        "The Communications Lead informs those concerned within 2 hours and then at least every 4 hours.",
        "The Crisis Manager ends the crisis; a review follows within 15 working days.",
      ],
    },
    {
      name: "Yearly exercise",
      steps: [
        "The Continuity Coordinator chooses a scenario from the risk register and sets aims.",
        "The exercise is held and observed by someone without a task in it.",
        "Times are compared with the targets, and gaps become actions.",
      ],
    },
  ],
  measures: {
    "Critical processes with a plan reviewed in 12 months": "100%",
    "Recovery times met in exercises": "100%",
    "Actions from exercises done on time": "at least 90%",
    "Availability of critical systems": "at least 99.9% a month",
  },
  records: [
    ["Business impact analysis", "Continuity Coordinator", "3 years"],
    ["Continuity and recovery plans with versions", "Process Owner", "3 years after replacement"],
    ["Exercise reports and actions", "Continuity Coordinator", "3 years"],
    ["Crisis logs", "Crisis Manager", "5 years"],
  ],
  terms: {
    "Tolerable outage": "The time after which an outage does unacceptable harm",
    "Critical process": "A process with a tolerable outage of 24 hours or less",
    "Table-top exercise": "A discussion of a scenario on the basis of the plan",
  },
  controls: {
    soc2: ["A1.1", "A1.2", "A1.3", "CC7.5", "CC9.1"],
    iso27001: ["A.5.29", "A.5.30", "A.7.5", "A.7.11", "A.8.6", "A.8.14"],
  },
};
