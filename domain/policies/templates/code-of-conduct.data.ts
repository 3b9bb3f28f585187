import type { PolicyTemplate } from "../policy-template.ts";

export const CODE_OF_CONDUCT: PolicyTemplate = {
  type: "code_of_conduct",
  title: "Code of Conduct",
  description:
    "What the company expects of everyone in integrity, fairness, conflicts of interest and speaking up.",
  theme: "people",
  owner: "Chief Executive Officer",
  purpose:
    "This code states how people of {company} behave towards each other, customers, suppliers and society. Controls depend on it: rules work only where people act with integrity.",
  scope: [
    "Members of the board, management, employees, contractors and temporary staff",
    "Behaviour at work, at events, online and wherever someone acts for {company}",
    "Suppliers, by reference in their contracts",
  ],
  roles: {
    Board: "Sets an example, oversees conduct independently of management, and reviews reports",
    "Compliance Officer": "Answers questions, runs the speak-up channel, and examines reports",
    "Head of Human Resources": "Communicates the code to everyone and enforces it",
  },
  statements: [
    {
      topic: "Integrity",
      rules: [
        "Everyone must obey the law and this code, even at the cost of business.",
        "Records, reports and evidence must be true and complete; falsifying or backdating any of them is forbidden.",
        "Everyone must confirm the code in writing within 10 working days after joining and every 12 months.",
      ],
    },
    {
      topic: "Respect and safety",
      rules: [
        "No one may be treated worse because of sex, origin, religion, age, disability, orientation or opinion; harassment in any form is forbidden.",
        "Investigation of a harassment report must begin within 2 working days.",
        "Everyone must follow the rules for health and safety and report dangers at once.",
      ],
    },
    {
      topic: "Conflicts of interest",
      rules: [
        "Interests that may influence decisions must be declared in writing before the decision and every 12 months by management and buyers.",
        "Anyone with a conflict must not take part in the decision.",
        "Work for competitors, customers or suppliers in addition to the job must be approved beforehand.",
      ],
    },
    {
      topic: "Gifts and bribery",
      rules: [
        "Bribes, kickbacks and payments to speed up officials are forbidden, given or taken.",
        "Gifts and invitations worth more than 50 euros, or the equivalent in local currency, must be approved by the Compliance Officer and be entered in the register within 5 working days.",
        "Gifts to officials must always be approved beforehand.",
      ],
    },
    {
      topic: "Information and property",
      rules: [
        "{data} must be used only for the work and be kept confidential, even after leaving.",
        "Property of {company} and rights of others must be respected.",
        "Trading in securities on inside knowledge is forbidden.",
      ],
    },
    {
      topic: "Speaking up",
      rules: [
        "A channel for anonymous reports must be open at all times, also to outsiders.",
        "Reports must be acknowledged within 7 days and be answered within 3 months.",
        "Reprisals against people who report in good faith are forbidden and must be treated as violations.",
        "The board must receive a summary of reports every 6 months.",
      ],
    },
  ],
  procedures: [
    {
      name: "Examining a report",
      steps: [
        "The Compliance Officer records and acknowledges the report, and checks for conflicts of interest of their own.",
        "An uninvolved person examines it and interviews those involved.",
        "A decision is made and recorded with reasons; consequences follow the written scale.",
        "The person who reported is informed of the outcome to the extent permitted by law.",
      ],
    },
    {
      name: "Declaring a conflict",
      steps: [
        "The person declares the interest in the form.",
        "The Line Manager and the Compliance Officer decide on a measure within 5 working days.",
        "The measure is recorded and reviewed every 12 months.",
      ],
    },
  ],
  measures: {
    "People with confirmation in the past 12 months": "100%",
    "Reports acknowledged within 7 days": "100%",
    "Declarations of management and buyers on time": "100%",
  },
  records: [
    ["Confirmations of the code", "Head of Human Resources", "employment and 3 years"],
    ["Register of gifts and conflicts", "Compliance Officer", "5 years"],
    ["Reports and examinations", "Compliance Officer", "5 years after the end, or as the law states"],
    ["Summaries to the board", "Compliance Officer", "5 years"],
  ],
  terms: {
    "Conflict of interest": "A private interest that may influence a decision for {company}",
    Reprisal: "A disadvantage that someone suffers because they reported",
    "Good faith": "Believing on reasonable grounds that a report is true",
  },
  controls: {
    soc2: ["CC1.1", "CC1.2", "CC1.5", "CC2.2", "CC3.3"],
    iso27001: ["A.5.4", "A.6.2", "A.6.4", "A.6.6", "A.5.32"],
  },
};
