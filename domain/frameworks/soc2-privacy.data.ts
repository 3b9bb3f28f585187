import type { FrameworkControl } from "./framework.rules.ts";

/** The additional criteria for privacy: personal data, from notice to complaint. */
export const SOC2_PRIVACY: readonly FrameworkControl[] = [
  {
    number: "P1.1",
    title: "Privacy notice",
    category: "Notice",
    trustCategory: "privacy",
    summary:
      "Data subjects receive a clear privacy notice on how their personal data is used, and are informed promptly when it changes.",
    evidenceHints: ["privacy notice with date", "change announcement", "notice shown at collection"],
  },
  {
    number: "P2.1",
    title: "Choice and consent",
    category: "Choice and consent",
    trustCategory: "privacy",
    summary:
      "Data subjects are informed of their choices regarding personal data and the consequences, and their consent is obtained and recorded.",
    evidenceHints: ["consent records", "preference centre screenshot", "cookie banner settings"],
  },
  {
    number: "P3.1",
    title: "Data minimisation",
    category: "Collection",
    trustCategory: "privacy",
    summary: "Only the personal data needed for the stated purposes is collected, by fair and lawful means.",
    evidenceHints: ["data collection inventory", "form field review", "data protection impact assessment"],
  },
  {
    number: "P3.2",
    title: "Explicit consent before collection",
    category: "Collection",
    trustCategory: "privacy",
    summary:
      "Where explicit consent is required, it is obtained before collection, and the consequences of refusal are explained.",
    evidenceHints: ["explicit consent log", "consent wording", "procedure for refusals"],
  },
  {
    number: "P4.1",
    title: "Purpose limitation",
    category: "Use, retention and disposal",
    trustCategory: "privacy",
    summary:
      "Personal data is used only for the purposes stated in the privacy notice and covered by consent where required.",
    evidenceHints: [
      "record of processing activities",
      "purpose limitation policy",
      "internal access review of personal data",
    ],
  },
  {
    number: "P4.2",
    title: "Retention of personal data",
    category: "Use, retention and disposal",
    trustCategory: "privacy",
    summary: "Each category of personal data has a defined retention period, which is enforced and reviewed.",
    evidenceHints: ["personal data retention schedule", "automatic expiry settings", "retention review"],
  },
  {
    number: "P4.3",
    title: "Secure erasure of personal data",
    category: "Use, retention and disposal",
    trustCategory: "privacy",
    summary:
      "Personal data is irreversibly erased or anonymised when it is no longer needed or a valid erasure request is received.",
    evidenceHints: ["erasure request log", "deletion job report", "anonymisation procedure"],
  },
  {
    number: "P5.1",
    title: "Data subject access requests",
    category: "Access",
    trustCategory: "privacy",
    summary:
      "After verification of their identity, data subjects receive access to their personal data, or the reason for a denial.",
    evidenceHints: ["access request log", "identity verification procedure", "sample response"],
  },
  {
    number: "P5.2",
    title: "Correction of personal data",
    category: "Access",
    trustCategory: "privacy",
    summary:
      "Correction requests are fulfilled and passed on to recipients of the data, or denied with a documented reason.",
    evidenceHints: ["correction request log", "update notification to recipients", "sample denial letter"],
  },
  {
    number: "P6.1",
    title: "Disclosure to third parties",
    category: "Disclosure and notification",
    trustCategory: "privacy",
    summary:
      "Personal data is disclosed to third parties only for the purposes stated in the notice and with consent where required.",
    evidenceHints: ["list of recipients", "consent for sharing", "data sharing agreement"],
  },
  {
    number: "P6.2",
    title: "Record of authorised disclosures",
    category: "Disclosure and notification",
    trustCategory: "privacy",
    summary:
      "A disclosure register shows which personal data was disclosed with authorisation, to whom, when and for what purpose.",
    evidenceHints: ["disclosure register", "export log"],
  },
  {
    number: "P6.3",
    title: "Record of unauthorised disclosures",
    category: "Disclosure and notification",
    trustCategory: "privacy",
    summary:
      "Detected and suspected unauthorised disclosures of personal data are recorded completely and promptly in a breach register.",
    evidenceHints: ["breach register", "incident tickets on personal data"],
  },
  {
    number: "P6.4",
    title: "Vendor privacy obligations",
    category: "Disclosure and notification",
    trustCategory: "privacy",
    summary:
      "Vendors that process personal data are bound by contract to privacy obligations, and their compliance is assessed regularly.",
    evidenceHints: ["data processing agreement", "sub-processor list", "vendor privacy assessment"],
  },
  {
    number: "P6.5",
    title: "Vendor breach reporting",
    category: "Disclosure and notification",
    trustCategory: "privacy",
    summary:
      "Contracts oblige vendors to report actual or suspected breaches of personal data, and each report is acted on.",
    evidenceHints: ["notification clause", "vendor incident notice", "procedure for vendor breaches"],
  },
  {
    number: "P6.6",
    title: "Breach notification",
    category: "Disclosure and notification",
    trustCategory: "privacy",
    summary:
      "Personal data breaches are notified to affected data subjects and regulators within the deadlines set by law and contracts.",
    evidenceHints: ["breach notification procedure", "notification letter", "regulator correspondence"],
  },
  {
    number: "P6.7",
    title: "Account of data held and disclosed",
    category: "Disclosure and notification",
    trustCategory: "privacy",
    summary:
      "On request, data subjects learn which of their personal data is held and to whom it was disclosed.",
    evidenceHints: ["personal data inventory", "response with recipients named"],
  },
  {
    number: "P7.1",
    title: "Quality of personal data",
    category: "Quality",
    trustCategory: "privacy",
    summary:
      "Validation, periodic review and updates by data subjects keep personal data accurate, complete, current and relevant.",
    evidenceHints: ["data quality checks", "address verification log", "profile update prompts"],
  },
  {
    number: "P8.1",
    title: "Privacy complaints and compliance monitoring",
    category: "Monitoring and enforcement",
    trustCategory: "privacy",
    summary:
      "Privacy enquiries, complaints and disputes are resolved and documented, and compliance with privacy commitments is monitored.",
    evidenceHints: ["complaint log", "privacy audit report", "data protection officer report"],
  },
];
