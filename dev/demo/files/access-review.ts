import { makePdf } from "../../sample-files/make-pdf.ts";
import type { DemoFile } from "../demo-file.ts";

const LETTERS_A_LINE = 88;

/** Breaks a paragraph into lines that fit the page, with a gap below. */
function paragraph(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length < LETTERS_A_LINE) lines[lines.length - 1] = `${last} ${word}`.trim();
    else lines.push(word);
  }
  return [...lines, ""];
}

const HEADINGS = ["Quarterly access review", "Method", "Findings", "Decisions", "Sign-off"];

const pages = (day: (daysAgo: number) => string): string[][] => [
  [
    "Quarterly access review",
    ...paragraph(
      `Performed by the Security Officer between ${day(34)} and ${day(27)}. This report shows who may use the ` +
        "production systems of Example Cloud, what was compared, and what was changed as a result. Access rights " +
        "are reviewed every quarter.",
    ),
    "Method",
    ...paragraph(
      "The identity provider exported all 214 active accounts. Each was compared with the list of employees of " +
        "the Human Resources department and with the role matrix. The owner of every system confirmed, account by " +
        "account, that the rights are still needed for the person's work.",
    ),
    ...paragraph(
      "Service accounts were reviewed by the Head of Platform Engineering, who checked that each has an owner, a " +
        "purpose and a secret that was rotated within the last 90 days.",
    ),
  ],
  [
    "Findings",
    ...paragraph(
      "Three accounts belonged to employees who had changed department and kept the rights of their former role: " +
        "two in the billing system and one in the data warehouse.",
    ),
    ...paragraph(
      "One contractor account was still enabled eleven days after the contract ended. It had not been used in " +
        "that time, as the sign-in log of the identity provider shows.",
    ),
    ...paragraph("All 38 administrators sign in with a hardware key. No shared account was found."),
  ],
  [
    "Decisions",
    ...paragraph(
      `The rights of the former role were withdrawn from the three employees on ${day(26)}. The contractor account ` +
        `was disabled on ${day(27)} and its tokens were revoked.`,
    ),
    ...paragraph(
      "From the next quarter on, the end date of a contract is entered in the identity provider, which disables " +
        "the account by itself on that day.",
    ),
    "Sign-off",
    ...paragraph(
      `Reviewed by the Security Officer and approved by the Chief Technology Officer on ${day(25)}.`,
    ),
  ],
];

/** A report of three pages with headings. */
export const accessReview: DemoFile = {
  name: "access-review.pdf",
  title: "Quarterly access review",
  description: "Who may use the production systems, compared with roles and contracts, and what was changed.",
  control: "CC6.2",
  daysAgo: 25,
  make: (day) => makePdf({ pages: pages(day), headings: HEADINGS, title: "Quarterly access review" }),
};
