import type { Industry } from "../industry.ts";

/** Care providers, health insurers and their service providers. */
export const HEALTHCARE: Industry = {
  id: "healthcare",
  name: "Healthcare",
  words: ["health", "healthcare", "hospital", "clinic", "medical", "medtech", "pharma", "care"],
  data: "protected health information, patient identifiers, clinical images and claims",
  systems: "electronic health records, patient portals, clinical devices and interfaces",
  notice:
    "where HIPAA applies, the persons concerned without unreasonable delay and at the latest 60 calendar days after discovery, the covered entity as the business associate agreement states, and the Department of Health and Human Services (and the media) in the same time when 500 or more persons are affected",
  retention: "6 years, the time HIPAA requires for security documentation",
  demands: {
    access: [
      "Every user of a system with protected health information must have a unique identifier, and sessions must end after 15 minutes without activity (HIPAA, 45 CFR 164.312(a)).",
      "Emergency access to patient records must be possible by a documented procedure, and each use of it must be reviewed within 2 working days.",
    ],
    data: [
      "Use and disclosure of protected health information must be limited to the minimum necessary for the task (45 CFR 164.502(b)).",
      "Protected health information must be encrypted at rest and in transit; where it is not, the Head of Information Security must document the equivalent safeguard (45 CFR 164.312).",
    ],
    privacy: [
      "Patients must receive the notice of privacy practices, and requests for access to their records must be answered within 30 days (45 CFR 164.524).",
    ],
    incident: [
      "Each incident with unsecured protected health information must go through the four-factor risk assessment of 45 CFR 164.402, and its result must be kept 6 years.",
    ],
    supplier: [
      "A business associate agreement must be signed before a supplier creates, receives, keeps or sends protected health information (45 CFR 164.504(e)).",
    ],
    people: [
      "Each member of the workforce must complete training on protected health information before first access and every 12 months, and sanctions for violations must be recorded (45 CFR 164.530).",
    ],
    engineering: [
      "Real patient data must not be used in development or test; data must be de-identified as 45 CFR 164.514 describes.",
    ],
    operations: [
      "Systems with protected health information must record who looked at, changed or exported a patient's record, and the records must be examined every month (45 CFR 164.312(b)).",
    ],
    continuity: [
      "A data backup plan, a disaster recovery plan and an emergency mode plan must exist for electronic health records and be tested every 12 months (45 CFR 164.308(a)(7)).",
    ],
    workplace: [
      "Screens that show patient data must not face the public or must carry privacy filters, and movement of hardware with patient data must be recorded (45 CFR 164.310).",
    ],
    governance: [
      "A risk analysis of electronic protected health information must be made every 12 months and after significant change (45 CFR 164.308(a)(1)); a security official must be named in writing.",
    ],
  },
};
