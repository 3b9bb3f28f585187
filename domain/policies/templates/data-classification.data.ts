import type { PolicyTemplate } from "../policy-template.ts";

export const DATA_CLASSIFICATION: PolicyTemplate = {
  type: "data_classification",
  title: "Data Classification and Handling Policy",
  description:
    "The classes of information, how they are marked, and how each may be stored, sent and destroyed.",
  theme: "data",
  owner: "Head of Information Security",
  purpose:
    "This policy ensures that everyone at {company} can recognise how sensitive information is and handles it accordingly, so that protection matches the potential harm.",
  scope: [
    "All information that {company} creates, receives or keeps, on paper, in systems or spoken",
    "Information of customers and partners, especially {data}",
    "Copies, extracts, test data and backups",
  ],
  roles: {
    "Information Owner": "Sets the class, approves who may have it, and reviews both every 12 months",
    "Everyone who handles information": "Treats it by its class, and marks what they create",
    "IT Operations": "Provides tools that mark, encrypt and prevent leaks",
  },
  statements: [
    {
      topic: "Classes",
      rules: [
        "Information must have one of four classes: public, internal, confidential, restricted.",
        "{data} must be at least confidential; credentials, keys and information with special legal protection must be restricted.",
        "Information without a mark must be treated as internal, and information of customers as confidential.",
        "A collection must have the class of its most sensitive part.",
      ],
    },
    {
      topic: "Marking",
      rules: [
        "Documents classified confidential or restricted must carry the class on every page or in the file's metadata.",
        "Databases and storage must carry the class as a tag in the asset register within 5 working days after they are set up.",
        "Classes must be reviewed by the Information Owner every 12 months.",
      ],
    },
    {
      topic: "Storing and access",
      rules: [
        "Confidential and restricted information must be stored encrypted, in systems with access by role and logs.",
        "Restricted information must be open only to persons named by the Information Owner, and access must be reviewed every 3 months.",
        "Paper that is confidential or restricted must be locked up when no one is at the desk.",
      ],
    },
    {
      topic: "Sending",
      rules: [
        "Confidential information must leave {company} only encrypted and to recipients with a need and a confidentiality agreement.",
        "Restricted information must be sent only by channels approved by the Head of Information Security, with a record of recipient and date.",
        "Mail and cloud storage must be monitored for data leaks; alerts must be assessed within 1 working day.",
      ],
    },
    {
      topic: "Use outside production",
      rules: [
        "Confidential and restricted data must not be used for development, tests or demonstrations unless it is masked so that no one can be identified.",
        "Masked sets must be approved by the Information Owner and be deleted after at most 90 days.",
      ],
    },
    {
      topic: "Destroying",
      rules: [
        "Paper that is confidential or restricted must be shredded at level P-4 of DIN 66399 or finer.",
        "Files must be deleted according to the retention schedule, with proof for restricted information.",
      ],
    },
  ],
  procedures: [
    {
      name: "Classifying information",
      steps: [
        "Ask: what harm follows if outsiders read it, if it is wrong, if it is missing?",
        "Choose the class of the greatest harm; when in doubt, the higher one.",
        "Mark it, and enter systems and data sets in the register with their owner.",
        "Review after 12 months or when its content changes.",
      ],
    },
    {
      name: "Releasing information to the public",
      steps: [
        "The author requests release from the Information Owner.",
        "The Information Owner checks content and rights and records the release.",
        "The mark is changed to public before publication.",
      ],
    },
  ],
  measures: {
    "Data stores with a class and an owner": "100%",
    "Leak alerts assessed within 1 working day": "at least 95%",
    "Restricted access reviews on time": "100% each quarter",
  },
  records: [
    ["Register of data stores with classes", "Information Owner", "while in use"],
    ["Leak alerts with decisions", "Head of Information Security", "12 months"],
    ["Approvals of masked data sets", "Information Owner", "3 years"],
    ["Reviews of access to restricted information", "Information Owner", "3 years"],
  ],
  terms: {
    Restricted: "Loss would do grave harm; open only to named persons",
    Confidential: "Loss would do clear harm; open to those with a need",
    Internal: "For people of {company}; loss would do little harm",
    Masking: "Changing data so that persons and secrets cannot be recognised",
  },
  controls: {
    soc2: ["C1.1", "C1.2", "CC2.1", "CC6.1", "CC6.7"],
    iso27001: ["A.5.12", "A.5.13", "A.5.14", "A.8.3", "A.8.11", "A.8.12", "A.8.33"],
  },
};
