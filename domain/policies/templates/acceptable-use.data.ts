import type { PolicyTemplate } from "../policy-template.ts";

export const ACCEPTABLE_USE: PolicyTemplate = {
  type: "acceptable_use",
  title: "Acceptable Use Policy",
  description:
    "What people may and may not do with devices, accounts, information and services of the company.",
  theme: "people",
  owner: "Head of Information Security",
  purpose:
    "This policy states how everyone who works for {company} may use its devices, accounts, information and services safely, lawfully and for its business.",
  scope: [
    "Employees, contractors, interns and guests who use anything that belongs to {company}",
    "Laptops, phones, accounts, e-mail, chat, cloud services, networks and printers of {company}",
    "Private devices, as far as they are used for work with permission",
  ],
  roles: {
    User: "Reads and accepts this policy before first access, follows it, and reports anything suspicious",
    "Line Manager": "Explains the policy and acts on violations",
    "IT Operations": "Provides approved tools and maintains their list",
  },
  statements: [
    {
      topic: "General use",
      rules: [
        "Users must accept this policy in writing before first access and again every 12 months.",
        "Equipment and accounts must be used for work; brief private use is permitted if it costs nothing, harms no one and breaks no rule of this policy.",
        "Users must lock the screen whenever they leave the device; it must lock automatically after at most 10 minutes.",
      ],
    },
    {
      topic: "Information",
      rules: [
        "{data} must be stored only in the systems that the asset register names for it.",
        "Information classified internal or higher must not be sent to private mailboxes or private cloud storage.",
        "Users must check recipients before sending confidential information, and report a misdirected message within 1 hour.",
      ],
    },
    {
      topic: "Software and services",
      rules: [
        "Only software and online services on the approved list may be used for work; requests must be answered within 5 working days.",
        "Security software must not be disabled, and updates must be installed within 7 days of their release.",
        "Confidential information must not be entered into artificial intelligence services that are not approved for it; results must be checked by the person who uses them.",
      ],
    },
    {
      topic: "Communication and internet",
      rules: [
        "Suspicious messages must be reported with the report button or to the security channel within 1 hour, and links and attachments in them must not be opened.",
        "Users must not speak for {company} in public without permission of the Communications Lead.",
        "Harassing, hateful, illegal or pornographic content must not be viewed, stored or sent.",
      ],
    },
    {
      topic: "What is forbidden",
      rules: [
        "Users must not share passwords or keys, use someone else's account, or bypass security controls.",
        "Users must not copy works or software against their licence.",
        "Users must not scan, test or attack systems unless it is their task and was approved in writing.",
        "Users must not connect devices that were found or received from strangers.",
      ],
    },
    {
      topic: "Monitoring",
      rules: [
        "{company} may log and examine use of its systems for security and to the extent permitted by law; examining one person's data must be approved by Human Resources and the Legal Counsel together.",
        "Reasons and results of each such examination must be recorded within 5 working days.",
      ],
    },
  ],
  procedures: [
    {
      name: "Accepting the policy",
      steps: [
        "Human Resources sends the policy with the contract and each year.",
        "The user reads it, asks about anything unclear, and accepts it in the training system.",
        "Human Resources sends a reminder after 14 days; access is suspended after 30 days without acceptance.",
      ],
    },
    {
      name: "Requesting new software or a new service",
      steps: [
        "The user opens a request with purpose, data and cost.",
        "IT Operations checks licence and support, the Head of Information Security checks security and, where needed, the supplier.",
        "The decision is recorded and the approved list is updated.",
      ],
    },
  ],
  measures: {
    "Users who accepted this policy in the past 12 months": "100%",
    "Devices with security software active": "at least 99%",
    "Software requests answered within 5 working days": "at least 90%",
  },
  records: [
    ["Acceptances of the policy", "Human Resources", "employment and 3 years"],
    ["List of approved software and services", "IT Operations", "while in use"],
    ["Records of violations and their outcome", "Human Resources", "3 years"],
  ],
  terms: {
    User: "Anyone with an account or device of {company}",
    "Approved list": "The software and services that were checked and may be used",
    "Confidential information": "Information whose loss would harm {company}, its customers or other people",
  },
  controls: {
    soc2: ["CC1.1", "CC1.5", "CC2.2", "CC6.8", "C1.1"],
    iso27001: ["A.5.10", "A.5.14", "A.5.32", "A.7.7", "A.8.1", "A.8.7", "A.8.23"],
  },
};
