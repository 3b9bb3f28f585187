import type { PolicyTemplate } from "../policy-template.ts";

export const VENDOR_RISK: PolicyTemplate = {
  type: "vendor_risk",
  title: "Vendor Risk Management Policy",
  description: "How suppliers are chosen, bound by contract, monitored and replaced.",
  theme: "supplier",
  owner: "Head of Procurement",
  purpose:
    "This policy ensures that suppliers protect the information and services of {company} as {company} itself would, from selection to the end of the relationship.",
  scope: [
    "All suppliers that receive, process or can reach information of {company}, especially {data}",
    "All suppliers on whose service {systems} depend, cloud providers included",
    "Suppliers of suppliers, as far as they handle information of {company}",
  ],
  roles: {
    "Business Owner of the Supplier":
      "Uses the service, is accountable for the relationship, and takes part in reviews",
    "Head of Information Security":
      "Assesses suppliers and approves or refuses them from a security perspective",
    "Legal Counsel": "Puts security, privacy and audit terms into contracts",
  },
  statements: [
    {
      topic: "Register and tiers",
      rules: [
        "Every supplier in scope must be in the supplier register before the first order, with its owner, service, data, tier and contract dates.",
        "Each supplier must be placed in one of three tiers: critical (handles {data}, or a failure stops a main service), important (internal data or replaceable services), or standard.",
        "The register must be reviewed for completeness against the payments in the accounts every 6 months.",
      ],
    },
    {
      topic: "Assessment before the contract",
      rules: [
        "Critical and important suppliers must be assessed before the contract is signed and before any data is handed over.",
        "A critical supplier must show a current independent report, such as SOC 2 type 2 or an ISO/IEC 27001 certificate with its scope, or answer the questionnaire of {company} with supporting evidence.",
        "Open risks must be treated or be accepted in writing by the Head of Information Security; high risks also by management.",
      ],
    },
    {
      topic: "Contract terms",
      rules: [
        "Contracts with critical and important suppliers must contain: confidentiality, security measures, reporting of incidents within 48 hours, the right to audit or to receive reports, sub-suppliers, location of data, and return or deletion of data at the end.",
        "An agreement on data processing must be signed before personal data is processed.",
        "Service levels and the consequences of missing them must be stated for critical suppliers.",
      ],
    },
    {
      topic: "Monitoring the relationship",
      rules: [
        "Critical suppliers must be assessed again every 12 months, important ones every 24 months, and any of them after a serious incident.",
        "Exceptions in a supplier's report, and the controls it expects of its customers, must be reviewed and answered within 30 days after the report arrives.",
        "Service levels of critical suppliers must be reviewed every 3 months by the Business Owner.",
        "A change of sub-supplier, place of processing or owner must be assessed within 30 days after it is known.",
      ],
    },
    {
      topic: "Leaving",
      rules: [
        "An exit plan must exist for each critical supplier and be checked every 12 months.",
        "At the end of a contract access must be removed within 24 hours, and return or deletion of data must be confirmed in writing within 30 days.",
      ],
    },
  ],
  procedures: [
    {
      name: "Onboarding a supplier",
      steps: [
        "The Business Owner describes the service, the data and the reason in the intake form.",
        "The Head of Information Security sets the tier and starts the assessment.",
        "The supplier provides reports or answers; gaps become risks with a treatment.",
        "The Legal Counsel agrees on the terms; the contract is signed.",
        "The register is completed, and only then access or data is given.",
      ],
    },
    {
      name: "Yearly review of a critical supplier",
      steps: [
        "Ask for the current report or certificate, and check its period, scope and exceptions.",
        "Compare incidents, service levels and changes of the past year with the contract.",
        "Update tier, risks and exit plan; record the decision to keep, improve or end the relationship.",
      ],
    },
  ],
  measures: {
    "Critical suppliers with an assessment in the past 12 months": "100%",
    "Suppliers with data and a signed agreement": "100%",
    "Supplier risks overdue": "0",
  },
  records: [
    ["Supplier register with tiers", "Head of Procurement", "as long as suppliers are used, then 3 years"],
    [
      "Assessments, reports received and decisions",
      "Head of Information Security",
      "3 years after the contract ends",
    ],
    ["Contracts and data processing agreements", "Legal Counsel", "{retention}"],
    ["Confirmations of deletion", "Business Owner of the Supplier", "3 years"],
  ],
  terms: {
    Supplier: "Any outside company or person that delivers goods or services to {company}",
    "Sub-supplier": "A party that a supplier uses to deliver its service",
    Tier: "How much harm a supplier can do, which determines how closely it is monitored",
  },
  controls: {
    soc2: ["CC9.2", "CC3.4", "CC2.3", "P6.4", "P6.5"],
    iso27001: ["A.5.19", "A.5.20", "A.5.21", "A.5.22", "A.5.23", "A.8.30"],
  },
};
