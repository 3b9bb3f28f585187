import type { Industry } from "./industry.ts";

/** For industries without specific texts. */
export const GENERAL_INDUSTRY: Industry = {
  id: "general",
  name: "General",
  words: [],
  data: "personal data, customer data, contracts and financial records",
  systems: "systems that serve customers, identity services and financial systems",
  notice:
    "customers within the time their contract states, and the competent authority and the persons concerned as required by law (under the GDPR, the authority within 72 hours)",
  retention: "3 years, or longer where the law or a contract requires it",
  demands: {
    governance: [
      "The Legal Counsel must keep a register of the laws, contracts and standards that bind {company} and review it at least every 12 months.",
    ],
    privacy: [
      "The Legal Counsel must state in the register of processing which privacy law applies to each processing activity.",
    ],
    incident: [
      "The Legal Counsel must keep a table of the authorities and customers to notify of a breach, with the deadline of each, and check it every 6 months.",
    ],
    data: [
      "If a law or contract requires stricter handling than this policy, the stricter handling must be recorded in the register of obligations and followed.",
    ],
    supplier: [
      "Contracts with suppliers that process personal data must contain the data protection terms required by applicable law before the first record is transferred.",
    ],
  },
};
