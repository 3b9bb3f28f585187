import type { PolicyTemplate } from "../policy-template.ts";

export const LOGGING_MONITORING: PolicyTemplate = {
  type: "logging_monitoring",
  title: "Logging and Monitoring Policy",
  description:
    "What is recorded, how records are protected, and how unusual activity is noticed and followed.",
  theme: "operations",
  owner: "Head of Information Security",
  purpose:
    "This policy ensures that actions that matter for security are recorded, that records can be trusted, and that {company} notices attacks and failures early enough to act.",
  scope: [
    "Applications, databases, operating systems, network devices, cloud accounts and identity services",
    "Above all {systems} and everything that holds {data}",
    "Administrators and services as well as ordinary users",
  ],
  roles: {
    "Security Operations": "Runs collection and alerts, triages alerts, and calls the incident process",
    "System Owner": "Ensures that the system sends its logs and that they contain what is needed",
    "IT Operations": "Synchronises clocks and monitors health and capacity",
  },
  statements: [
    {
      topic: "What is recorded",
      rules: [
        "Systems must record: sign-in and its failure, changes of accounts and rights, access to {data}, administration, changes of configuration, security alerts, and start and stop of logging.",
        "Each entry must state time, actor, origin, action, object and result.",
        "Passwords, keys and the content of confidential records must not appear in logs; a check for this must run at each release.",
      ],
    },
    {
      topic: "Protection and retention",
      rules: [
        "Logs must leave the system they are about within 5 minutes to a central store that its administrators cannot change.",
        "Logs must be kept 12 months, of which 3 months must be searchable at once.",
        "Access to the store must be limited to Security Operations and auditors, be logged itself, and be reviewed every 3 months.",
        "A source that sends nothing for 60 minutes must raise an alert.",
      ],
    },
    {
      topic: "Clocks",
      rules: [
        "All clocks must agree with two trusted sources of time within 1 second, and entries must be in UTC.",
      ],
    },
    {
      topic: "Monitoring and alerts",
      rules: [
        "Alert rules must cover at least: many failed sign-ins, sign-in from unusual locations, new administrators, disabled logging, mass download, malware, and traffic to known bad addresses.",
        "Critical alerts must be assessed within 30 minutes at any hour, high ones within 4 hours, others within 2 working days.",
        "Each alert must end with a recorded decision: incident, harmless, or rule to improve.",
        "Alert rules must be reviewed every 3 months and be tested every 12 months by a simulated attack.",
      ],
    },
    {
      topic: "Health and capacity",
      rules: [
        "Availability, errors, response time and capacity of {systems} must be measured at least every minute.",
        "Use above 80% of capacity must raise an alert, and trends must be reviewed every month.",
      ],
    },
  ],
  procedures: [
    {
      name: "Assessing an alert",
      steps: [
        "Acknowledge the alert and note the time.",
        "Collect what happened before and after, and what else the actor did.",
        "Decide: open an incident, close as harmless with a reason, or improve the rule.",
        "Record the decision; a second person reviews a sample of at least 10 closed alerts every month.",
      ],
    },
    {
      name: "Connecting a new system",
      steps: [
        "The System Owner lists the events the system can record.",
        "Security Operations connects it and checks that entries arrive complete and in time.",
        "Alert rules are added and tested before the system goes live.",
      ],
    },
  ],
  measures: {
    "Systems in production that send logs": "100%",
    "Critical alerts assessed within 30 minutes": "at least 95%",
    "Simulated attacks noticed": "at least 80% a year",
    "Silent sources unresolved after 24 hours": "0",
  },
  records: [
    ["Security logs", "Security Operations", "12 months"],
    ["Alerts with decisions", "Security Operations", "3 years"],
    ["Reviews and tests of alert rules", "Security Operations", "3 years"],
    ["List of log sources", "Security Operations", "while in use"],
  ],
  terms: {
    "Central store": "The protected system that receives the logs of all others",
    Alert: "A message that something observed needs to be assessed",
    UTC: "The time standard to which all clocks refer",
  },
  controls: {
    soc2: ["CC7.1", "CC7.2", "CC7.3", "CC2.1", "A1.1"],
    iso27001: ["A.8.15", "A.8.16", "A.8.17", "A.8.6", "A.5.25", "A.5.28"],
  },
};
