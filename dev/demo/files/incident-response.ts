import { makeDocx, type DocxPart } from "../../sample-files/make-docx.ts";
import type { DemoFile } from "../demo-file.ts";

const parts = (day: (daysAgo: number) => string): DocxPart[] => [
  { heading: "Incident response plan" },
  {
    paragraph: `Version 4, approved by the Chief Information Security Officer on ${day(60)}. It applies to every security event at Example Cloud and is rehearsed twice a year.`,
  },
  { heading: "Judging an event", level: 2 },
  {
    paragraph:
      "Whoever notices something unusual reports it to the on-call engineer, who judges within 30 minutes whether it is an incident and sets its severity by the table below.",
  },
  {
    table: [
      ["Severity", "Meaning", "Response time", "Who leads"],
      ["S1", "Customer data was disclosed or changed", "15 minutes", "Chief Information Security Officer"],
      ["S2", "A production service is down or under attack", "30 minutes", "Head of Platform Engineering"],
      ["S3", "A single device or account is affected", "4 hours", "On-call engineer"],
    ],
  },
  { heading: "Containment", level: 2 },
  {
    list: [
      "Isolate the affected hosts from the network; do not switch them off.",
      "Rotate every credential that was reachable from them.",
      "Keep logs and disk images as proof for at least two years.",
    ],
  },
  { heading: "Communication", level: 2 },
  { heading: "Customers", level: 3 },
  {
    paragraph:
      "Affected customers hear from us within 48 hours after a breach of their personal data is confirmed: what happened, which records are concerned, what we have done and what they should do. The Head of Customer Success sends the message, and the legal counsel approves it.",
  },
  { heading: "Authorities", level: 3 },
  {
    paragraph: "The data protection officer notifies the supervisory authority within 72 hours.",
  },
  { heading: "Afterwards", level: 2 },
  {
    paragraph: `A review without blame is held within five working days. The last rehearsal, on ${day(40)}, took 52 minutes from the alert to containment; its two lessons are tracked as tasks with an owner.`,
  },
];

/** A plan with three levels of headings, a list and a table. */
export const incidentResponse: DemoFile = {
  name: "incident-response.docx",
  title: "Incident response plan",
  description: "How security incidents are judged, contained, communicated and learned from.",
  control: "CC7.4",
  daysAgo: 38,
  make: (day) => makeDocx(parts(day), { title: "Incident response plan" }),
};
