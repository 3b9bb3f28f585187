import type { FrameworkControl } from "./framework.rules.ts";

/** Controls A.6 and A.7: people and physical security. */
export const ISO27001_PEOPLE_PHYSICAL: readonly FrameworkControl[] = [
  {
    number: "A.6.1",
    title: "Background screening",
    category: "People controls",
    trustCategory: "security",
    summary:
      "Candidates are screened before they join, in proportion to the risk of the role and within the law, and again where the role requires it.",
    evidenceHints: ["screening policy", "completed background checks"],
  },
  {
    number: "A.6.2",
    title: "Security terms of employment",
    category: "People controls",
    trustCategory: "security",
    summary:
      "Employees accept their information security obligations in the employment contract, which also states those of the employer.",
    evidenceHints: ["employment contract template", "signed contract sample"],
  },
  {
    number: "A.6.3",
    title: "Security awareness and training",
    category: "People controls",
    trustCategory: "security",
    summary:
      "Staff and relevant contractors receive security awareness training for their role when they join and regularly afterwards.",
    evidenceHints: ["training plan", "training completion report", "phishing exercise results"],
  },
  {
    number: "A.6.4",
    title: "Disciplinary process",
    category: "People controls",
    trustCategory: "security",
    summary:
      "A formal disciplinary process, known to all staff, applies consistently to violations of security policies.",
    evidenceHints: ["disciplinary procedure", "anonymised case record"],
  },
  {
    number: "A.6.5",
    title: "Obligations after termination or role change",
    category: "People controls",
    trustCategory: "security",
    summary:
      "Leavers and staff who change roles are reminded of obligations that continue, such as confidentiality, and these are enforceable.",
    evidenceHints: ["exit letter", "reminder of continuing obligations"],
  },
  {
    number: "A.6.6",
    title: "Confidentiality agreements",
    category: "People controls",
    trustCategory: "confidentiality",
    summary:
      "Staff and third parties sign a non-disclosure agreement before they receive confidential information, and its terms are kept under review.",
    evidenceHints: ["signed non-disclosure agreement", "agreement register"],
  },
  {
    number: "A.6.7",
    title: "Remote working",
    category: "People controls",
    trustCategory: "security",
    summary:
      "Staff who work remotely follow a remote work policy and use secured devices and connections that protect information.",
    evidenceHints: ["remote work policy", "VPN or zero trust settings", "device compliance report"],
  },
  {
    number: "A.6.8",
    title: "Security event reporting",
    category: "People controls",
    trustCategory: "security",
    summary:
      "Everyone knows how to report a suspected security event or weakness, and reports reach the security team promptly.",
    evidenceHints: ["reporting channel", "sample reports", "awareness poster"],
  },
  {
    number: "A.7.1",
    title: "Perimeter security",
    category: "Physical controls",
    trustCategory: "security",
    summary:
      "Walls, gates and other physical barriers form defined perimeters around sites, server rooms and other sensitive areas.",
    evidenceHints: ["site plan with zones", "perimeter inspection"],
  },
  {
    number: "A.7.2",
    title: "Physical entry controls",
    category: "Physical controls",
    trustCategory: "security",
    summary:
      "Entry to secure areas is restricted to authorised people, and staff and visitor entries are logged.",
    evidenceHints: ["badge system report", "visitor log", "entry rights review"],
  },
  {
    number: "A.7.3",
    title: "Office and facility security",
    category: "Physical controls",
    trustCategory: "security",
    summary:
      "Offices, rooms and facilities are designed and secured to prevent unauthorised access to the information in them.",
    evidenceHints: ["facility security design", "room inspection record"],
  },
  {
    number: "A.7.4",
    title: "Premises surveillance",
    category: "Physical controls",
    trustCategory: "security",
    summary:
      "Surveillance such as cameras, intrusion alarms or guards monitors the premises continuously and detects unauthorised entry.",
    evidenceHints: ["camera coverage plan", "alarm monitoring contract", "alarm log"],
  },
  {
    number: "A.7.5",
    title: "Protection from environmental threats",
    category: "Physical controls",
    trustCategory: "availability",
    summary:
      "Sites are protected from fire, flood, storm and other natural or deliberate physical threats, based on a risk assessment.",
    evidenceHints: ["fire protection inspection", "environmental risk assessment"],
  },
  {
    number: "A.7.6",
    title: "Secure area rules",
    category: "Physical controls",
    trustCategory: "security",
    summary:
      "Rules for work in secure areas, such as supervision and restrictions on recording devices, are known and enforced.",
    evidenceHints: ["secure area rules", "escort log"],
  },
  {
    number: "A.7.7",
    title: "Clear desk and clear screen",
    category: "Physical controls",
    trustCategory: "confidentiality",
    summary: "Papers and removable media are locked up when unattended, and screens lock automatically.",
    evidenceHints: ["clear desk policy", "screen lock settings", "office inspection record"],
  },
  {
    number: "A.7.8",
    title: "Equipment placement",
    category: "Physical controls",
    trustCategory: "security",
    summary:
      "Equipment is located where environmental hazards, unauthorised access and viewing by outsiders are unlikely.",
    evidenceHints: ["server room layout", "equipment placement guideline"],
  },
  {
    number: "A.7.9",
    title: "Protection of off-site assets",
    category: "Physical controls",
    trustCategory: "security",
    summary:
      "Devices used outside the premises are authorised, tracked and protected from loss, theft and tampering.",
    evidenceHints: ["mobile device policy", "disk encryption report", "loss and theft reports"],
  },
  {
    number: "A.7.10",
    title: "Storage media handling",
    category: "Physical controls",
    trustCategory: "confidentiality",
    summary:
      "Storage media are inventoried, stored securely, tracked during transport, and sanitised or destroyed at the end of use.",
    evidenceHints: ["media register", "media handling procedure", "transport record"],
  },
  {
    number: "A.7.11",
    title: "Power, cooling and other utilities",
    category: "Physical controls",
    trustCategory: "availability",
    summary:
      "Backup power, cooling and network connections keep systems running when a utility fails, and are tested and maintained.",
    evidenceHints: ["UPS test record", "generator maintenance record", "dual feed description"],
  },
  {
    number: "A.7.12",
    title: "Cabling security",
    category: "Physical controls",
    trustCategory: "security",
    summary: "Power and network cabling is routed and secured to prevent tapping, interference and damage.",
    evidenceHints: ["cabling plan", "cabinet lock inspection"],
  },
  {
    number: "A.7.13",
    title: "Equipment maintenance",
    category: "Physical controls",
    trustCategory: "availability",
    summary:
      "Authorised personnel maintain equipment on schedule, so that it stays available and the data on it stays protected.",
    evidenceHints: ["maintenance contract", "maintenance log"],
  },
  {
    number: "A.7.14",
    title: "Equipment disposal and data sanitisation",
    category: "Physical controls",
    trustCategory: "confidentiality",
    summary:
      "Data and licensed software are verifiably erased, or the media destroyed, before equipment is disposed of or reused.",
    evidenceHints: ["data erasure certificates", "disposal log"],
  },
];
