import type { PolicyTemplate } from "../policy-template.ts";

export const PRIVACY: PolicyTemplate = {
  type: "privacy",
  title: "Privacy Policy for the Handling of Personal Data",
  description: "How personal data is collected, used, shared, corrected and erased inside the company.",
  theme: "privacy",
  owner: "Privacy Officer",
  purpose:
    "This policy ensures that {company} handles personal data lawfully, fairly and openly, collects no more than it needs, and answers people who exercise their rights. It is an internal policy; the public privacy notice is a separate document.",
  scope: [
    "Personal data of customers, users, employees, applicants and partners, including {data}",
    "Collection, use, storage, sharing, transfer and erasure, by {company} and by those who work for it",
    "{company} as controller, and as processor on behalf of others",
  ],
  roles: {
    "Privacy Officer": "Advises, keeps the register of processing, answers people and authorities",
    "Process Owner":
      "Is accountable for lawful handling in the process and maintains its entry in the register",
    "Head of Information Security": "Protects personal data by technical and organisational measures",
  },
  statements: [
    {
      topic: "Notice, choice and purpose",
      rules: [
        "A notice in plain words must be given at or before collection: who, what, why, on what ground, to whom, how long, and which rights; it must be reviewed every 12 months.",
        "Each processing activity must be in the register with purpose and legal ground before it starts.",
        "Consent must be given by a clear act, be recorded with time and text, and be as easy to withdraw; withdrawal must take effect within 48 hours.",
        "Sensitive personal data must be collected only with express consent or another ground the law names.",
        "Data must not be used for a new purpose before the Privacy Officer has agreed and the people concerned have been informed.",
      ],
    },
    {
      topic: "Minimisation and quality",
      rules: [
        "Only data that the purpose needs may be collected; forms must be reviewed for this every 12 months.",
        "Data must be kept accurate; corrections must reach systems and recipients within 30 days.",
        "Data must be erased or made anonymous according to the retention schedule.",
      ],
    },
    {
      topic: "Rights of people",
      rules: [
        "Requests for access, correction, erasure, restriction, objection or portability must be acknowledged within 5 working days and be answered within 30 days.",
        "Identity must be checked before data is disclosed, with no more data than needed for the check.",
        "A refusal must state the reason and the way to complain.",
      ],
    },
    {
      topic: "Sharing and transfer",
      rules: [
        "Personal data must be shared only with recipients in the register, under a contract or a legal duty, and each disclosure outside the normal course must be recorded.",
        "A processor must be assessed and bound by contract before it receives data, and be reviewed every 12 months.",
        "Transfers to other countries must rest on a mechanism the law accepts and on a recorded assessment.",
      ],
    },
    {
      topic: "Design and assessment",
      rules: [
        "New products and changes that affect personal data must pass a privacy review before development starts.",
        "An impact assessment must be carried out before processing that is likely to be of high risk, and be reviewed every 24 months.",
      ],
    },
    {
      topic: "Breaches and complaints",
      rules: [
        "A suspected breach must be reported to the Privacy Officer within 4 hours; the required notifications must be sent on time: {notice}.",
        "All breaches must be recorded, also those that are not notified, with the reason.",
        "Complaints must be answered within 30 days, and causes must be reported to management every 6 months.",
      ],
    },
  ],
  procedures: [
    {
      name: "Answering a data subject request",
      steps: [
        "Log the request with its date and kind, and acknowledge it.",
        "Check identity and which systems hold data of the person.",
        "Collect, review for rights of others, and carry out or refuse.",
        "Answer in writing within 30 days, and notify recipients of corrections and erasures.",
        "Close the log with the date of the answer.",
      ],
    },
    {
      name: "Impact assessment",
      steps: [
        "Describe the processing, its purpose and its need.",
        "Assess the risks for people and name measures.",
        "The Privacy Officer advises; the Process Owner decides and records it.",
        "Consult the authority where a high risk remains.",
      ],
    },
  ],
  measures: {
    "Requests answered within 30 days": "100%",
    "Processing activities in the register": "100%",
    "Processors with a signed agreement": "100%",
    "Complaints upheld by an authority": "0",
  },
  records: [
    ["Register of processing", "Privacy Officer", "while in use, then 3 years"],
    ["Log of requests with answers", "Privacy Officer", "3 years"],
    ["Records of consent", "Process Owner", "as long as data is used, then 3 years"],
    ["Impact assessments", "Privacy Officer", "3 years after the processing ends"],
    ["Record of disclosures and breaches", "Privacy Officer", "{retention}"],
  ],
  terms: {
    "Personal data": "Information about a person who is or can be recognised",
    Processor: "A party that handles personal data on behalf of another",
    "Legal ground": "The reason that makes handling lawful, such as consent or a contract",
  },
  controls: {
    soc2: [
      "P1.1",
      "P2.1",
      "P3.1",
      "P3.2",
      "P4.1",
      "P4.2",
      "P4.3",
      "P5.1",
      "P5.2",
      "P6.1",
      "P6.2",
      "P6.3",
      "P6.4",
      "P6.5",
      "P6.6",
      "P6.7",
      "P7.1",
      "P8.1",
    ],
    iso27001: ["A.5.34", "A.5.31", "A.5.33", "A.8.10", "A.8.11"],
  },
};
