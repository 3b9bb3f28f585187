import type { DemoFile } from "../demo-file.ts";
import { plainFile, type Plain } from "./plain-file.ts";

const PLAIN: readonly Plain[] = [
  [
    "Information security policy, draft",
    "A.5.1",
    "docx",
    5,
    "The draft names goals, roles and the rules that all employees follow.",
    "The Security Officer presents it to the board of directors in December.",
  ],
  [
    "Roles in information security",
    "A.5.2",
    "xlsx",
    4,
    "Nine roles with their duties, and who holds each of them.",
    "The Chief Information Security Officer approved the list.",
  ],
  [
    "Asset list",
    "A.5.9",
    "xlsx",
    3,
    "112 laptops, 41 systems and 9 sites, each with an owner.",
    "The Workplace Team completes the list by the end of the month.",
  ],
  [
    "Threat reports",
    "A.5.7",
    "pdf",
    2,
    "The Platform team reads the reports of three sources every week.",
    "What concerns our systems becomes a ticket, named by the Security Officer.",
  ],
];

/** The first files of the new ISO 27001 project. */
export const FIRST_FILES: readonly DemoFile[] = PLAIN.map(plainFile);
