import type { PolicyTemplate } from "../policy-template.ts";

export const DATA_RETENTION: PolicyTemplate = {
  type: "data_retention",
  title: "Data Retention and Disposal Policy",
  description: "How long information is kept, who decides, and how it is destroyed afterwards.",
  theme: "data",
  owner: "Legal Counsel",
  purpose:
    "This policy ensures that {company} keeps information as long as law, contracts and business require and no longer, and that it is permanently destroyed afterwards.",
  scope: [
    "Records in any form and place, archives, mailboxes, chats and logs included",
    "Personal data and customer data, especially {data}",
    "Copies at suppliers and in backups",
  ],
  roles: {
    "Information Owner": "Proposes retention times and confirms destruction",
    "Legal Counsel": "Approves the schedule and orders or lifts legal holds",
    "IT Operations": "Sets systems so that they delete automatically, and proves it",
  },
  statements: [
    {
      topic: "Schedule",
      rules: [
        "Each kind of record must be in the retention schedule with its purpose, legal ground, time, start of the time and method of destruction.",
        "Security records must be kept {retention}; all others as the schedule states.",
        "The schedule must be reviewed every 12 months, and within 60 days after a change of law or contracts.",
        "A kind of record that is not in the schedule must be added within 30 days after it is found, and must not be destroyed before.",
      ],
    },
    {
      topic: "Deleting on time",
      rules: [
        "Systems must delete automatically where they can; elsewhere the Information Owner must delete at least every 3 months.",
        "Personal data must be deleted within 30 days of the end of its retention.",
        "Customer data must be deleted or returned within 30 days after the contract ends, and from backups within a further 90 days.",
        "Temporary files and exports with {data} must be deleted within 14 days.",
      ],
    },
    {
      topic: "Legal hold",
      rules: [
        "When a dispute, an investigation or an order of an authority is to be expected, the Legal Counsel must order a legal hold in writing within 2 working days.",
        "Records under hold must not be deleted; deletion jobs must exclude them within 1 working day of the order.",
        "Holds must be reviewed every 6 months and be lifted in writing.",
      ],
    },
    {
      topic: "Protection while kept",
      rules: [
        "Records must stay readable and unchanged for the time they are kept; a sample of archived records must be opened every 12 months.",
        "Access to archives must be limited to named persons and be reviewed every 12 months.",
      ],
    },
    {
      topic: "Destroying",
      rules: [
        "Destruction must make records permanently unreadable: secure deletion, destruction of the key, or physical destruction.",
        "Destruction of restricted records must be recorded with kind, period, method, date and person.",
        "Suppliers must confirm destruction in writing within 30 days after the end of their contract.",
      ],
    },
  ],
  procedures: [
    {
      name: "Quarterly deletion",
      steps: [
        "The Information Owner draws up the list of records whose retention has ended.",
        "The Legal Counsel checks it against legal holds within 5 working days.",
        "IT Operations destroys the records and keeps the log.",
        "The Information Owner checks a sample and signs.",
      ],
    },
    {
      name: "Ordering a legal hold",
      steps: [
        "The Legal Counsel describes matter, persons, period and systems.",
        "IT Operations stops deletion for them and confirms it within 1 working day.",
        "The people concerned are informed in writing and confirm.",
      ],
    },
  ],
  measures: {
    "Types of records in the schedule": "100%",
    "Personal data deleted within 30 days of the end of its retention": "at least 98%",
    "Legal holds in force within 1 working day": "100%",
  },
  records: [
    ["Retention schedule with versions", "Legal Counsel", "while in use, then 5 years"],
    ["Deletion logs", "IT Operations", "3 years"],
    ["Legal hold orders and lifts", "Legal Counsel", "5 years after the lift"],
    ["Confirmations of destruction by suppliers", "Information Owner", "3 years"],
  ],
  terms: {
    "Retention schedule": "The table of how long each kind of record is kept, and why",
    "Legal hold": "An order that nothing about a matter may be destroyed",
    Record: "Information kept as proof of what was done or agreed",
  },
  controls: {
    soc2: ["C1.2", "CC6.5", "P4.2", "P4.3", "PI1.5"],
    iso27001: ["A.5.33", "A.8.10", "A.7.10", "A.7.14", "A.5.31"],
  },
};
