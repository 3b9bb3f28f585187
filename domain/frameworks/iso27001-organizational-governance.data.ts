import type { FrameworkControl } from "./framework.rules.ts";

/** Controls A.5.1 to A.5.18: direction, assets, information and access rights. */
export const ISO27001_ORGANIZATIONAL_GOVERNANCE: readonly FrameworkControl[] = [
  {
    number: "A.5.1",
    title: "Information security policies",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "A security policy and the policies that support it have management approval, are known to staff, and are reviewed regularly and after major changes.",
    evidenceHints: ["information security policy", "policy review record", "staff acknowledgements"],
  },
  {
    number: "A.5.2",
    title: "Security roles and responsibilities",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Every information security responsibility is assigned to a named role, and the people in these roles know their duties.",
    evidenceHints: ["responsibility matrix", "role descriptions", "appointment of the security officer"],
  },
  {
    number: "A.5.3",
    title: "Segregation of duties",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Conflicting duties are segregated, so that no one person can both commit and conceal fraud, error or misuse.",
    evidenceHints: ["segregation of duties matrix", "approval workflow settings"],
  },
  {
    number: "A.5.4",
    title: "Management enforcement of security",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Managers expect their teams to follow security policies and procedures, give them the means to do so, and act on deviations.",
    evidenceHints: [
      "management communication",
      "security objectives for staff",
      "training follow-up by managers",
    ],
  },
  {
    number: "A.5.5",
    title: "Regulator and authority contacts",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "It is documented who contacts regulators, law enforcement and other authorities, when, and through which channel.",
    evidenceHints: ["authority contact list", "notification procedure"],
  },
  {
    number: "A.5.6",
    title: "Contact with security communities",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Membership of security forums and professional groups keeps staff informed of good practice and early warnings.",
    evidenceHints: ["membership records", "mailing list subscriptions", "conference notes"],
  },
  {
    number: "A.5.7",
    title: "Threat intelligence",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Threat intelligence from several sources is collected and analysed, and relevant threats lead to action on the organisation's systems.",
    evidenceHints: ["threat reports", "threat feed configuration", "actions taken on an advisory"],
  },
  {
    number: "A.5.8",
    title: "Security in projects",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Security risks are assessed and treated from the start and throughout every project, whatever its type.",
    evidenceHints: ["project checklist with security items", "project risk assessment", "security sign-off"],
  },
  {
    number: "A.5.9",
    title: "Asset inventory and ownership",
    category: "Organizational controls",
    trustCategory: "security",
    summary: "An up-to-date inventory lists information, systems and devices, each with an assigned owner.",
    evidenceHints: ["asset inventory", "owner confirmations", "discovery scan compared with the inventory"],
  },
  {
    number: "A.5.10",
    title: "Acceptable use",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Users know, and have acknowledged, how they may use systems and devices and how they must handle information.",
    evidenceHints: ["acceptable use policy", "signed acknowledgement", "handling procedure"],
  },
  {
    number: "A.5.11",
    title: "Return of assets",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Equipment, access cards and information are recovered from staff and contractors who leave or change roles.",
    evidenceHints: ["leaver checklist", "equipment return receipts"],
  },
  {
    number: "A.5.12",
    title: "Information classification",
    category: "Organizational controls",
    trustCategory: "confidentiality",
    summary:
      "Owners classify information under a common scheme that reflects the impact of disclosure, alteration or loss, and legal requirements.",
    evidenceHints: ["classification scheme", "inventory of classified data"],
  },
  {
    number: "A.5.13",
    title: "Information labelling",
    category: "Organizational controls",
    trustCategory: "confidentiality",
    summary:
      "Documents, messages and media carry labels that show their classification, as the labelling procedure requires.",
    evidenceHints: ["labelling guideline", "labelled document samples", "automatic labelling settings"],
  },
  {
    number: "A.5.14",
    title: "Information transfer",
    category: "Organizational controls",
    trustCategory: "confidentiality",
    summary:
      "Policies and agreements protect information in transit, whether it is sent electronically, carried on physical media or passed on verbally.",
    evidenceHints: ["transfer policy", "transfer agreement", "secure email or file exchange settings"],
  },
  {
    number: "A.5.15",
    title: "Access control",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Rules for logical and physical access follow business need and least privilege, and are approved, enforced and reviewed.",
    evidenceHints: ["access control policy", "access matrix", "access rule review"],
  },
  {
    number: "A.5.16",
    title: "Identity management",
    category: "Organizational controls",
    trustCategory: "security",
    summary: "Every user, service and device has a unique identity that is managed from creation to removal.",
    evidenceHints: ["identity lifecycle procedure", "directory export", "service account list"],
  },
  {
    number: "A.5.17",
    title: "Authentication credentials",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Passwords, keys and other credentials are issued securely, kept confidential by their holders, and changed when compromised.",
    evidenceHints: ["password policy", "password manager roll-out", "initial credential procedure"],
  },
  {
    number: "A.5.18",
    title: "Access provisioning and review",
    category: "Organizational controls",
    trustCategory: "security",
    summary:
      "Access rights are granted on approval, adjusted when roles change, reviewed regularly and revoked promptly on departure.",
    evidenceHints: [
      "access requests with approval",
      "periodic access review",
      "list of leavers with revoked access",
    ],
  },
];
