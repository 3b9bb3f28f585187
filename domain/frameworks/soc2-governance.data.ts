import type { FrameworkControl } from "./framework.rules.ts";

/** Criteria CC1 to CC5: leadership, communication, risk assessment, monitoring and control activities. */
export const SOC2_GOVERNANCE: readonly FrameworkControl[] = [
  {
    number: "CC1.1",
    title: "Integrity and ethical conduct",
    category: "Control environment",
    trustCategory: "security",
    summary:
      "Leaders set out the behaviour they expect, show it themselves, and deal with departures from it.",
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
      "A board that does not depend on management watches how well controls are built and how well they work.",
    evidenceHints: [
      "board or audit committee charter",
      "minutes where security was discussed",
      "list of directors with their independence",
    ],
  },
  {
    number: "CC1.3",
    title: "Structure and reporting lines",
    category: "Control environment",
    trustCategory: "security",
    summary: "It is clear who reports to whom, who may decide what, and who answers for security goals.",
    evidenceHints: ["organisation chart", "role descriptions", "delegation of authority table"],
  },
  {
    number: "CC1.4",
    title: "Skilled people hired and kept",
    category: "Control environment",
    trustCategory: "security",
    summary:
      "The organisation finds capable people, checks their background, trains them and plans for their absence.",
    evidenceHints: [
      "job descriptions",
      "background check records",
      "training completion report",
      "succession plan",
    ],
  },
  {
    number: "CC1.5",
    title: "Personal accountability for controls",
    category: "Control environment",
    trustCategory: "security",
    summary: "Everyone knows the controls that are theirs, and results are measured, rewarded or corrected.",
    evidenceHints: [
      "performance reviews with control duties",
      "disciplinary procedure",
      "control owner list",
    ],
  },
  {
    number: "CC2.1",
    title: "Reliable information for control",
    category: "Communication and information",
    trustCategory: "security",
    summary: "People who run controls receive data that is complete, current and accurate enough to act on.",
    evidenceHints: ["data flow diagram", "system inventory", "control dashboard export"],
  },
  {
    number: "CC2.2",
    title: "Communication inside the company",
    category: "Communication and information",
    trustCategory: "security",
    summary: "Goals, duties and ways to report a concern reach the staff who need them.",
    evidenceHints: [
      "security awareness material",
      "policy announcement",
      "internal reporting channel",
      "all-hands notes",
    ],
  },
  {
    number: "CC2.3",
    title: "Communication with outside parties",
    category: "Communication and information",
    trustCategory: "security",
    summary:
      "Customers, suppliers and regulators learn what they are promised, what is expected of them and how to raise a problem.",
    evidenceHints: [
      "terms of service",
      "security page",
      "customer notification sample",
      "support contact procedure",
    ],
  },
  {
    number: "CC3.1",
    title: "Objectives clear enough to assess",
    category: "Risk assessment",
    trustCategory: "security",
    summary: "Goals are stated precisely enough that threats to them can be found and ranked.",
    evidenceHints: ["security objectives", "service commitments", "risk appetite statement"],
  },
  {
    number: "CC3.2",
    title: "Risks found and analysed",
    category: "Risk assessment",
    trustCategory: "security",
    summary: "Threats to the goals are identified across the company, estimated, and given a treatment.",
    evidenceHints: ["risk register", "risk assessment report", "risk treatment plan"],
  },
  {
    number: "CC3.3",
    title: "Fraud considered",
    category: "Risk assessment",
    trustCategory: "security",
    summary:
      "The risk work asks how someone could cheat, who would have the chance and what would tempt them.",
    evidenceHints: ["fraud risk assessment", "segregation of duties matrix", "anti-fraud training"],
  },
  {
    number: "CC3.4",
    title: "Change watched for new risk",
    category: "Risk assessment",
    trustCategory: "security",
    summary: "Changes in business, people, technology or law are examined for their effect on controls.",
    evidenceHints: ["risk review after a change", "change impact analysis", "regulatory watch list"],
  },
  {
    number: "CC4.1",
    title: "Controls checked over time",
    category: "Monitoring activities",
    trustCategory: "security",
    summary: "Continuous checks and separate reviews show whether controls exist and keep working.",
    evidenceHints: ["internal audit report", "penetration test report", "continuous monitoring results"],
  },
  {
    number: "CC4.2",
    title: "Weaknesses reported and fixed",
    category: "Monitoring activities",
    trustCategory: "security",
    summary: "Shortcomings reach the people who can correct them in time, and the correction is followed up.",
    evidenceHints: [
      "remediation tracker",
      "management report on deficiencies",
      "corrective action with closing evidence",
    ],
  },
  {
    number: "CC5.1",
    title: "Controls chosen to reduce risk",
    category: "Control activities",
    trustCategory: "security",
    summary: "For every important risk there is a control, picked so that what remains is acceptable.",
    evidenceHints: [
      "control matrix linked to risks",
      "segregation of duties analysis",
      "control design document",
    ],
  },
  {
    number: "CC5.2",
    title: "Controls over technology",
    category: "Control activities",
    trustCategory: "security",
    summary: "General controls over infrastructure, access and development support the company's goals.",
    evidenceHints: ["IT general controls list", "hardening standard", "infrastructure as code review"],
  },
  {
    number: "CC5.3",
    title: "Controls put into policy and practice",
    category: "Control activities",
    trustCategory: "security",
    summary:
      "Policies say what is expected, procedures say how, and both are carried out and kept up to date.",
    evidenceHints: ["approved policies with dates", "operating procedures", "annual policy review record"],
  },
];
