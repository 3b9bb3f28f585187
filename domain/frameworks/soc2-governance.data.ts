import type { FrameworkControl } from "./framework.rules.ts";

/** Criteria CC1 to CC5: leadership, communication, risk assessment, monitoring and control activities. */
export const SOC2_GOVERNANCE: readonly FrameworkControl[] = [
  {
    number: "CC1.1",
    title: "Integrity and ethical conduct",
    category: "Control environment",
    trustCategory: "security",
    summary:
      "Leadership sets standards of conduct, leads by example, and deals with violations of them promptly and consistently.",
    evidenceHints: [
      "code of conduct",
      "signed acknowledgements by staff",
      "record of a conduct case and its outcome",
    ],
  },
  {
    number: "CC1.2",
    title: "Independent board oversight",
    category: "Control environment",
    trustCategory: "security",
    summary:
      "Directors independent of management review security risks and hold management accountable for effective internal control.",
    evidenceHints: [
      "board or audit committee charter",
      "board minutes on security",
      "list of directors with their independence",
    ],
  },
  {
    number: "CC1.3",
    title: "Organisational structure and authority",
    category: "Control environment",
    trustCategory: "security",
    summary:
      "Reporting lines, roles and delegated authority are documented, so that accountability for security objectives is clear.",
    evidenceHints: ["organisation chart", "role descriptions", "delegation of authority table"],
  },
  {
    number: "CC1.4",
    title: "Staff competence and training",
    category: "Control environment",
    trustCategory: "security",
    summary:
      "The organisation recruits qualified people, checks their background, trains them for their role and plans succession.",
    evidenceHints: [
      "job descriptions",
      "background check records",
      "training completion report",
      "succession plan",
    ],
  },
  {
    number: "CC1.5",
    title: "Accountability for controls",
    category: "Control environment",
    trustCategory: "security",
    summary:
      "Every control has an accountable owner, and performance of control duties is measured, rewarded or corrected.",
    evidenceHints: [
      "performance reviews with control duties",
      "disciplinary procedure",
      "control owner list",
    ],
  },
  {
    number: "CC2.1",
    title: "Reliable information for internal control",
    category: "Communication and information",
    trustCategory: "security",
    summary:
      "Systems, data sources and data flows are known, and the information used to operate controls is complete, accurate and current.",
    evidenceHints: ["data flow diagram", "system inventory", "control dashboard export"],
  },
  {
    number: "CC2.2",
    title: "Internal communication",
    category: "Communication and information",
    trustCategory: "security",
    summary:
      "Security objectives, responsibilities, policy changes and reporting channels are communicated to all staff.",
    evidenceHints: [
      "security awareness material",
      "policy announcement",
      "internal reporting channel",
      "all-hands notes",
    ],
  },
  {
    number: "CC2.3",
    title: "External communication",
    category: "Communication and information",
    trustCategory: "security",
    summary:
      "Customers, suppliers and regulators are informed of commitments, responsibilities and changes, and know how to report problems.",
    evidenceHints: [
      "terms of service",
      "security page",
      "customer notification sample",
      "support contact procedure",
    ],
  },
  {
    number: "CC3.1",
    title: "Clear objectives and risk appetite",
    category: "Risk assessment",
    trustCategory: "security",
    summary:
      "Objectives for operations, reporting and compliance are documented with risk tolerances, as the basis for risk assessment.",
    evidenceHints: ["security objectives", "service commitments", "risk appetite statement"],
  },
  {
    number: "CC3.2",
    title: "Risk identification and analysis",
    category: "Risk assessment",
    trustCategory: "security",
    summary:
      "Risks to the objectives are identified across the organisation, rated by likelihood and impact, and assigned a treatment.",
    evidenceHints: ["risk register", "risk assessment report", "risk treatment plan"],
  },
  {
    number: "CC3.3",
    title: "Fraud risk assessment",
    category: "Risk assessment",
    trustCategory: "security",
    summary:
      "The risk assessment covers fraud scenarios, including incentives, opportunities, management override and misuse of access.",
    evidenceHints: ["fraud risk assessment", "segregation of duties matrix", "anti-fraud training"],
  },
  {
    number: "CC3.4",
    title: "Risk from significant change",
    category: "Risk assessment",
    trustCategory: "security",
    summary:
      "Significant changes in business, leadership, technology, suppliers or regulation trigger a reassessment of risks and controls.",
    evidenceHints: ["risk review after a change", "change impact analysis", "regulatory watch list"],
  },
  {
    number: "CC4.1",
    title: "Control monitoring and evaluation",
    category: "Monitoring activities",
    trustCategory: "security",
    summary:
      "Continuous monitoring and separate evaluations, such as internal audits and penetration tests, show whether controls are effective.",
    evidenceHints: ["internal audit report", "penetration test report", "continuous monitoring results"],
  },
  {
    number: "CC4.2",
    title: "Deficiency reporting and remediation",
    category: "Monitoring activities",
    trustCategory: "security",
    summary:
      "Control deficiencies are rated, escalated to control owners, management and the board, and tracked until remediated.",
    evidenceHints: [
      "remediation tracker",
      "management report on deficiencies",
      "corrective action with closing evidence",
    ],
  },
  {
    number: "CC5.1",
    title: "Control selection and design",
    category: "Control activities",
    trustCategory: "security",
    summary:
      "Controls are selected and designed, with duties segregated, to reduce each significant risk to an acceptable residual level.",
    evidenceHints: [
      "control matrix linked to risks",
      "segregation of duties analysis",
      "control design document",
    ],
  },
  {
    number: "CC5.2",
    title: "IT general controls",
    category: "Control activities",
    trustCategory: "security",
    summary:
      "General controls secure infrastructure, user access and operations, and the purchase, development and change of systems.",
    evidenceHints: ["IT general controls list", "hardening standard", "infrastructure as code review"],
  },
  {
    number: "CC5.3",
    title: "Policies and procedures",
    category: "Control activities",
    trustCategory: "security",
    summary:
      "Controls are documented in approved policies and procedures that have owners, are followed and are reviewed regularly.",
    evidenceHints: ["approved policies with dates", "operating procedures", "annual policy review record"],
  },
];
