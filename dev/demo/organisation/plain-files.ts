import { makeDocx } from "../../sample-files/make-docx.ts";
import { makeJpg, makePng } from "../../sample-files/make-image.ts";
import { makePdf } from "../../sample-files/make-pdf.ts";
import { makeXlsx } from "../../sample-files/make-workbook.ts";
import type { DemoFile } from "../demo-file.ts";

type Ending = "pdf" | "docx" | "xlsx" | "png" | "jpg";

/** A short file: what it is about, for which control, how old, and two sentences of its own. */
type Plain = [title: string, control: string, ending: Ending, daysAgo: number, first: string, second: string];

const PLAIN: readonly Plain[] = [
  [
    "Code of conduct",
    "CC1.1",
    "pdf",
    60,
    "Every employee accepts the code of conduct when they join and once a year.",
    "The Human Resources department keeps the signed acceptances for three years.",
  ],
  [
    "Board minutes, security",
    "CC1.2",
    "docx",
    41,
    "The board of directors discussed the security report of the third quarter.",
    "It asked the Chief Information Security Officer to close two open risks by December.",
  ],
  [
    "Organisation chart",
    "CC1.3",
    "png",
    33,
    "Security Officer reports to the Chief Executive.",
    "Platform Engineering reports to the Chief Technology Officer.",
  ],
  [
    "Training record",
    "CC1.4",
    "xlsx",
    18,
    "All 96 employees completed the security awareness training.",
    "New joiners take it within their first two weeks; the People team follows up.",
  ],
  [
    "Communication plan",
    "CC2.2",
    "docx",
    52,
    "Changes of security rules are announced by the Security Officer to all employees.",
    "Questions go to the security channel and are answered within one working day.",
  ],
  [
    "Customer security page",
    "CC2.3",
    "png",
    21,
    "Customers find commitments and contacts on the trust page.",
    "Incidents are announced on the status page by the Support Lead.",
  ],
  [
    "Risk register",
    "CC3.2",
    "xlsx",
    15,
    "The risk committee rated 27 risks by likelihood and impact.",
    "Each has an owner and a treatment with a date; four are above the appetite.",
  ],
  [
    "Fraud risk workshop",
    "CC3.3",
    "pdf",
    47,
    "Finance and Security looked at how somebody could pay themselves.",
    "Two people approve each payment, and the bank enforces it.",
  ],
  [
    "Internal audit report",
    "CC4.1",
    "pdf",
    29,
    "The internal auditor tested twelve controls and found two deviations.",
    "Both were corrected and tested again by the internal auditor.",
  ],
  [
    "Control owners",
    "CC5.1",
    "xlsx",
    36,
    "Every control has an owner who confirms it each quarter.",
    "The compliance manager keeps the list and reminds who is late.",
  ],
  [
    "Joiner and leaver tickets",
    "CC6.3",
    "xlsx",
    11,
    "Accounts of 14 joiners were approved by their managers before they were made.",
    "Accounts of 5 leavers were disabled on their last day by the Service Desk.",
  ],
  [
    "Firewall baseline",
    "CC6.6",
    "pdf",
    24,
    "Only ports 443 and 22 are open to the networks named in the baseline.",
    "The Network Team compares the configuration with the baseline every night.",
  ],
  [
    "Disk encryption report",
    "CC6.7",
    "jpg",
    8,
    "All 112 laptops report an encrypted disk.",
    "The Workplace Team contacts who is out of line within a day.",
  ],
  [
    "Malware protection status",
    "CC6.8",
    "png",
    6,
    "Protection is active on 112 of 112 laptops.",
    "Definitions are not older than one day, checked by the Workplace Team.",
  ],
  [
    "Vulnerability scan",
    "CC7.1",
    "pdf",
    13,
    "The monthly scan found no critical and three high vulnerabilities.",
    "Platform Engineering fixed all three within seven days.",
  ],
  [
    "Post-incident review",
    "CC7.5",
    "docx",
    31,
    "A certificate expired and the API did not answer for 14 minutes.",
    "The on-call engineer renewed it; certificates now renew by themselves.",
  ],
  [
    "Change log, October",
    "CC8.1",
    "xlsx",
    17,
    "All 143 changes were reviewed by a second engineer before they went live.",
    "Two emergency changes were reviewed on the next day by the Head of Engineering.",
  ],
  [
    "Business continuity plan",
    "CC9.1",
    "docx",
    72,
    "The plan names who decides, who speaks, and what is restored first.",
    "It is tested once a year by the Continuity Manager.",
  ],
  [
    "Restore test",
    "A1.2",
    "pdf",
    26,
    "The main database was restored from the backup of the night in 41 minutes.",
    "The Database Team compared row counts and found no difference.",
  ],
  [
    "Data classification",
    "C1.1",
    "docx",
    55,
    "Data is public, internal, confidential or secret; the owner decides.",
    "Confidential data is encrypted at rest and in transit, says the Security Officer.",
  ],
  [
    "Deletion log",
    "C1.2",
    "xlsx",
    10,
    "Data of 3 former customers was deleted 30 days after the end of the contract.",
    "The Database Team signed each deletion.",
  ],
];

/** The words every such file has beside its own, so that it reads like a record and not like a headline. */
const around = ([title, , , daysAgo, first, second]: Plain, day: (daysAgo: number) => string): string[] => [
  `${title} of Example Cloud, as of ${day(daysAgo)}.`,
  first,
  second,
  `Approved by the Security Officer on ${day(daysAgo)}. The next review is due in twelve months.`,
];

const MAKE: Record<Ending, (title: string, lines: string[]) => Promise<Buffer> | Buffer> = {
  pdf: (title, lines) => makePdf({ pages: [[title, "", ...lines]], headings: [title], title }),
  docx: (title, lines) =>
    makeDocx([{ heading: title }, ...lines.map((paragraph) => ({ paragraph }))], { title }),
  xlsx: (title, lines) =>
    makeXlsx([
      {
        name: title.slice(0, 30),
        rows: [["Number", "Statement"], ...lines.map((line, index) => [index + 1, line])],
      },
    ]),
  png: (title, lines) => makePng([title, ...lines]),
  jpg: (title, lines) => makeJpg([title, ...lines]),
};

const fileOf = (plain: Plain): DemoFile => {
  const [title, control, ending, daysAgo, first] = plain;
  const name = `${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.${ending}`;
  const make: DemoFile["make"] = (day) => MAKE[ending](title, around(plain, day));
  return { name, title, description: first, control, daysAgo, make };
};

/** Short files of all kinds, for most of the controls that the larger ones leave open. */
export const PLAIN_FILES: readonly DemoFile[] = PLAIN.map(fileOf);
