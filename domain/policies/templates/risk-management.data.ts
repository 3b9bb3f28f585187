import type { PolicyTemplate } from "../policy-template.ts";

export const RISK_MANAGEMENT: PolicyTemplate = {
  type: "risk_management",
  title: "Risk Management Policy",
  description: "How risks are found, rated, treated, accepted and followed.",
  theme: "governance",
  owner: "Head of Information Security",
  purpose:
    "This policy ensures that {company} knows the risks to its information and services, compares them by one method, and decides openly what to do about each.",
  scope: [
    "Risks to confidentiality, integrity and availability of information, especially {data}",
    "Risks to {systems} and to obligations from law and contracts, fraud included",
    "Risks from suppliers, projects, changes and new technology",
  ],
  roles: {
    "Risk Owner": "Is accountable for a risk, decides on its treatment, and reports its status",
    "Head of Information Security": "Owns the method and the register, and challenges ratings",
    "Risk Committee": "Meets every 3 months, reviews high risks, and decides what can be accepted",
    Management: "Approves the risk appetite, and accepts risks beyond the Risk Owner's authority",
  },
  statements: [
    {
      topic: "Method",
      rules: [
        "Each risk must be rated for likelihood from 1 to 5 and for impact from 1 to 5; the product is its level: low 1-4, medium 5-9, high 10-16, critical 17-25.",
        "Impact must be rated by harm to people, money, obligations, service and reputation, with the highest deciding.",
        "Both the level without controls and the level with existing controls must be recorded.",
        "The appetite for risk must be approved by management every 12 months.",
      ],
    },
    {
      topic: "Finding risks",
      rules: [
        "A full assessment must be carried out every 12 months, and a partial one before each significant change, new supplier of the critical tier, or new product.",
        "Fraud, including misuse of rights and false reports, must be considered in each full assessment.",
        "Information on threats must be collected from at least 3 sources and be reviewed every month.",
        "Everyone may report a risk; each report must be answered within 10 working days.",
      ],
    },
    {
      topic: "Treatment",
      rules: [
        "For each risk above the appetite one treatment must be chosen: reduce, avoid, share or accept.",
        "Treatment plans must name controls, owner, cost and date: critical risks must have a plan within 5 working days, high ones within 30 days, medium ones within 90 days.",
        "Controls chosen must be recorded with a reference to the framework, so that the statement of applicability can be kept.",
      ],
    },
    {
      topic: "Acceptance",
      rules: [
        "Low and medium risks may be accepted by the Risk Owner, high ones by the Risk Committee, critical ones only by the Chief Executive Officer.",
        "An acceptance must state reason, conditions and an end after at most 12 months.",
        "No one may accept a risk that breaks the law.",
      ],
    },
    {
      topic: "Following and reporting",
      rules: [
        "Risk Owners must update high and critical risks every month, and others every 6 months.",
        "The Risk Committee must review the register every 3 months, and management must receive a report every 6 months.",
        "After an incident, the risks concerned must be rated again within 20 working days.",
      ],
    },
  ],
  procedures: [
    {
      name: "Assessing risks",
      steps: [
        "Set scope, and collect assets, threats, weaknesses and existing controls.",
        "Describe each risk as cause, event and harm, and name a Risk Owner.",
        "Rate it without and with controls, and compare it with the appetite.",
        "Choose the treatment, and enter plan and dates in the register.",
        "The Risk Committee reviews and approves the result.",
      ],
    },
    {
      name: "Accepting a risk",
      steps: [
        "The Risk Owner writes down reason, alternatives and conditions.",
        "The person authorised to accept the level decides in writing.",
        "The register shows the end of the acceptance, and a reminder is sent 30 days before.",
      ],
    },
  ],
  measures: {
    "Risks with an owner and a rating from the past 12 months": "100%",
    "Treatment plans on time": "at least 90%",
    "Expired acceptances": "0",
    "Critical risks without a plan after 5 working days": "0",
  },
  records: [
    ["Risk register with history", "Head of Information Security", "5 years"],
    ["Assessment reports", "Head of Information Security", "5 years"],
    ["Treatment plans and statement of applicability", "Risk Owner", "5 years"],
    ["Acceptances", "Risk Owner", "5 years after their end"],
    ["Minutes of the Risk Committee", "Head of Information Security", "5 years"],
  ],
  terms: {
    Risk: "What may happen, how likely it is, and what harm it does",
    Appetite: "How much risk the company is willing to carry",
    Treatment: "What is done about a risk",
  },
  controls: {
    soc2: ["CC3.1", "CC3.2", "CC3.3", "CC3.4", "CC5.1", "CC9.1"],
    iso27001: ["A.5.7", "A.5.8", "A.5.31", "A.5.36"],
  },
};
