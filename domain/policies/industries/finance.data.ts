import type { Industry } from "../industry.ts";

/** Banks, payment services, insurers, investment firms and their service providers. */
export const FINANCE: Industry = {
  id: "finance",
  name: "Financial services",
  words: [
    "finance",
    "financial",
    "fintech",
    "bank",
    "banking",
    "insurance",
    "payments",
    "investment",
    "lending",
  ],
  data: "account and payment data, identity documents, credit data and transaction records",
  systems: "core banking and ledger systems, payment interfaces, trading and fraud detection systems",
  notice:
    "the supervisor and customers as the applicable rules state: under DORA the initial notification of a major incident within 4 hours of its classification and 24 hours of awareness, under the GLBA Safeguards Rule the FTC within 30 days of discovering an event that affects 500 or more consumers",
  retention: "7 years, or longer where the rules for the books and records in question require it",
  demands: {
    access: [
      "Multi-factor authentication must protect every access to customer information (where the GLBA Safeguards Rule applies, 16 CFR 314.4(c)(5)).",
      "No one may both enter and release a payment; systems must enforce the four-eyes principle and the Internal Auditor must test it every 6 months.",
    ],
    data: [
      "Customer information must be encrypted at rest and in transit over outside networks (16 CFR 314.4(c)(3)), and be disposed of at the latest 2 years after its last use unless it must be kept (16 CFR 314.4(c)(6)).",
    ],
    privacy: [
      "Customers must receive the privacy notice and, where the law grants it, the choice against sharing before their information is passed to third parties that are not affiliated.",
    ],
    incident: [
      "The Incident Commander must classify each incident by the criteria of the applicable supervisor within 4 hours, so that deadlines for notification can be met.",
    ],
    supplier: [
      "A register of all contracts for technology services, with those that support critical functions marked, must be kept and be ready for the supervisor (where DORA applies, Article 28).",
      "An exit plan must exist for each supplier that supports a critical function and be reviewed every 12 months.",
    ],
    people: [
      "Staff in positions of trust, such as treasury and payment operations, must pass a check of criminal and financial background before they start, to the extent permitted by law, and take 2 consecutive weeks of leave a year.",
    ],
    engineering: [
      "Penetration tests must be carried out every 12 months and vulnerability assessments every 6 months for systems with customer information that are not monitored continuously (16 CFR 314.4(d)(2)).",
    ],
    operations: [
      "Activity of authorised users must be logged, and access to or changes of customer information outside their duties must raise an alert (16 CFR 314.4(c)(8)).",
    ],
    continuity: [
      "Functions that are critical must be able to resume with a recovery time of at most 4 hours, and scenarios including a failure of a main provider must be tested every 12 months.",
    ],
    workplace: [
      "Rooms where payments are released or cash and securities are handled must be monitored by video, and recordings must be kept 90 days unless the law sets a shorter time.",
    ],
    governance: [
      "The qualified individual in charge of information security must report in writing to the board at least every 12 months (16 CFR 314.4(i)).",
    ],
  },
};
