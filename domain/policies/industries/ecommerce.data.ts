import type { Industry } from "../industry.ts";

/** Companies that sell to consumers online. */
export const ECOMMERCE: Industry = {
  id: "ecommerce",
  name: "E-commerce and retail",
  words: ["ecommerce", "commerce", "retail", "shop", "marketplace", "consumer"],
  data: "cardholder data, consumer accounts, addresses and order histories",
  systems: "the web shop, checkout and payment pages, order and warehouse systems",
  notice:
    "the acquiring bank and the card brands at once when cardholder data may be affected, the data protection authority within 72 hours where the GDPR applies, and consumers as their local law requires",
  retention:
    "3 years for security records, and 12 months for audit logs with 3 months immediately available where PCI DSS applies",
  demands: {
    access: [
      "Multi-factor authentication must protect every access into the cardholder data environment, and passwords there must have at least 12 characters (PCI DSS v4, requirements 8.3 and 8.4).",
    ],
    data: [
      "Sensitive authentication data must not be kept after authorisation, and the full card number must be unreadable wherever it is stored (PCI DSS, requirement 3).",
    ],
    privacy: [
      "Marketing messages and tracking that is not needed must wait for the consumer's consent where the law requires it, and withdrawing it must be as easy as giving it.",
    ],
    incident: [
      "The response plan must name the acquirer, the card brands and a qualified forensic investigator, and be tested every 12 months (PCI DSS, requirement 12.10).",
    ],
    supplier: [
      "A list of service providers that handle card data must state which PCI DSS requirements each one meets, and their attestation must be checked every 12 months (requirement 12.8).",
    ],
    people: [
      "Staff who handle card data or payment terminals must learn every 12 months how to recognise tampering and social engineering.",
    ],
    engineering: [
      "Scripts on payment pages must be inventoried, justified and checked for changes (PCI DSS v4, requirements 6.4.3 and 11.6.1); critical fixes must be installed within one month.",
    ],
    operations: [
      "External scans by an approved vendor must pass every 3 months and penetration tests must be carried out every 12 months (PCI DSS, requirement 11).",
    ],
    continuity: ["Load must be tested before each sales season at 150% of the previous year's peak."],
    workplace: [
      "Payment terminals must be listed, and be inspected for tampering at least every 3 months (PCI DSS, requirement 9.5).",
    ],
    governance: [
      "The scope of PCI DSS must be confirmed every 12 months and after significant change, and be documented (requirement 12.5.2).",
    ],
  },
};
