import type { PolicyTemplate } from "../policy-template.ts";

export const PHYSICAL_SECURITY: PolicyTemplate = {
  type: "physical_security",
  title: "Physical Security Policy",
  description: "How buildings, rooms, equipment and visitors are protected and controlled.",
  theme: "workplace",
  owner: "Head of Facilities",
  purpose:
    "This policy ensures that only authorised people enter places where information of {company} is kept or processed, and that equipment is protected against theft, damage and failure of supplies.",
  scope: [
    "Offices, server rooms, archives, stores and loading areas of {company}",
    "Data centres of suppliers, by contract and review of their reports",
    "Employees, visitors, cleaners, maintenance staff and deliveries",
  ],
  roles: {
    "Head of Facilities": "Runs entrances, alarms, visitors and maintenance",
    "Room Owner": "Decides who may enter a secure area and reviews the list",
    "Reception or Host": "Registers and accompanies visitors",
  },
  statements: [
    {
      topic: "Zones and entrances",
      rules: [
        "Premises must be divided into public, office and secure zones, and the plan must be reviewed every 12 months.",
        "Doors to office zones must open only with a personal badge, those to secure zones with badge and second factor or from a list of named persons.",
        "Badges must be worn visibly; holding doors open for people without one is forbidden.",
        "Entry to secure zones must be logged, and the logs must be kept 12 months and be reviewed every month.",
      ],
    },
    {
      topic: "Granting and revoking",
      rules: [
        "Entry rights must be approved by the Room Owner and be reviewed every 3 months for secure zones and every 12 months for offices.",
        "Badges of leavers must be disabled within 24 hours after the last working day; lost badges within 1 hour after the report.",
      ],
    },
    {
      topic: "Visitors and deliveries",
      rules: [
        "Visitors must be registered with name, company, host and times, receive a visitor badge, and be accompanied outside the public zone.",
        "Visitor records must be kept 12 months.",
        "Deliveries must be received in a separate area and be checked before they are taken further inside.",
      ],
    },
    {
      topic: "Watching",
      rules: [
        "Entrances and secure zones must be monitored by alarm and, where the law allows it, by video; recordings must be kept 30 days.",
        "Alarms must be received by staff at any hour and be tested every 6 months.",
      ],
    },
    {
      topic: "Equipment and supplies",
      rules: [
        "Equipment must be placed so that outsiders cannot see screens or touch it, and cables must be protected against damage and tapping.",
        "Rooms with servers must have smoke detection, temperature alarms, and emergency power for at least 15 minutes; each must be tested every 6 months.",
        "Maintenance must follow the manufacturer's intervals and be recorded.",
      ],
    },
    {
      topic: "Clear desk",
      rules: [
        "Confidential paper and media must be locked up at the end of the day, and screens must be locked when people leave the desk.",
        "Line Managers must check desks and printers at least every 3 months.",
      ],
    },
  ],
  procedures: [
    {
      name: "Receiving a visitor",
      steps: [
        "The host announces the visitor at least one day before where possible.",
        "Reception checks identity, registers the visitor, and hands out the badge.",
        "The host accompanies the visitor and returns the badge at the end.",
      ],
    },
    {
      name: "Quarterly review of secure zones",
      steps: [
        "Facilities exports all persons with entry rights and their last entry.",
        "The Room Owner confirms or removes each.",
        "Facilities carries it out within 5 working days and files both exports.",
      ],
    },
  ],
  measures: {
    "Badges of leavers disabled within 24 hours": "100%",
    "Quarterly reviews done": "4 a year for each secure zone",
    "Alarm and power tests done": "2 a year",
    "Visitors without a record": "0",
  },
  records: [
    ["Entry logs of secure zones", "Head of Facilities", "12 months"],
    ["Visitor records", "Head of Facilities", "12 months"],
    ["Reviews of entry rights", "Room Owner", "3 years"],
    ["Test and maintenance records", "Head of Facilities", "3 years"],
    ["Attestation reports of data centres", "Head of Information Security", "3 years"],
  ],
  terms: {
    "Secure zone": "A room that holds servers, network equipment, archives or other sensitive assets",
    Badge: "A personal card or device that opens doors",
    Host: "The employee whom a visitor comes to see",
  },
  controls: {
    soc2: ["CC6.4", "CC6.5", "A1.2"],
    iso27001: [
      "A.7.1",
      "A.7.2",
      "A.7.3",
      "A.7.4",
      "A.7.5",
      "A.7.6",
      "A.7.7",
      "A.7.8",
      "A.7.11",
      "A.7.12",
      "A.7.13",
    ],
  },
};
