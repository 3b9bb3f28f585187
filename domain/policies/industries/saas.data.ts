import type { Industry } from "../industry.ts";

/** Companies that run software for others. */
export const SAAS: Industry = {
  id: "saas",
  name: "Software as a service",
  words: ["saas", "software", "cloud", "technology", "tech", "internet", "platform", "it"],
  data: "customer content, customer credentials and keys, usage data and source code",
  systems: "the production platform, customer databases, the identity provider and the deployment pipeline",
  notice:
    "customers without undue delay and within the time of their contract (48 hours where it states none), and, where {company} is the controller under the GDPR, the supervisory authority within 72 hours",
  retention: "3 years, or the longer time that contracts with customers state",
  demands: {
    access: [
      "Staff access to customer content must require a ticket from the customer or for an incident, end automatically after at most 8 hours, and be visible to the customer on request.",
      "Each request to the product must be checked against the customer it belongs to; tests of the separation between customers must run before every release.",
    ],
    data: [
      "Customers must be able to export their content at any time, and content must be deleted within 30 days after the contract ends and from backups within 90 days.",
    ],
    privacy: [
      "Where {company} processes personal data for customers, an agreement under Article 28 of the GDPR must be in place, and changes of sub-processors must be announced at least 30 days ahead.",
    ],
    incident: [
      "The status page must report an incident that customers notice within 30 minutes after it was confirmed, and a report on the cause must be sent to customers concerned within 5 working days after it is closed.",
    ],
    supplier: [
      "A public list of sub-processors must be kept up to date, and each must hold a current SOC 2 report or ISO/IEC 27001 certificate or be assessed by {company} itself.",
    ],
    people: [
      "Engineers with access to production must complete training in secure operations before that access is granted.",
    ],
    engineering: [
      "Dependencies must be pinned, scanned at every build, and listed in a bill of materials kept with each release.",
    ],
    operations: [
      "Service levels promised to customers must be measured every minute from outside the platform and be reviewed every month.",
    ],
    continuity: [
      "Production must run in at least two availability zones, and the loss of one must be rehearsed every 12 months.",
    ],
    workplace: [
      "The shared responsibility of the cloud provider for the data centre must be recorded, and its attestation report must be reviewed every 12 months.",
    ],
    governance: [
      "Security commitments in customer contracts must be kept in one register and be compared with practice every 6 months.",
    ],
  },
};
