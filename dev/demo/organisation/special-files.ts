import { makeEncryptedPdf } from "../../sample-files/make-encrypted-pdf.ts";
import type { DemoFile } from "../demo-file.ts";
import { plainFile } from "./plain-file.ts";
import { SERVER_ROOM_DOOR } from "./server-room-door.ts";

/** The same file in two quarters, for comparing versions. */
export const BASELINES: Readonly<Record<"earlier" | "newer", DemoFile>> = {
  earlier: plainFile([
    "Firewall baseline",
    "CC6.6",
    "pdf",
    116,
    "Only ports 443, 80 and 22 are open to the networks named in the baseline.",
    "The Network Team compares the configuration with the baseline every week.",
  ]),
  newer: plainFile([
    "Firewall baseline",
    "CC6.6",
    "pdf",
    24,
    "Only ports 443 and 22 are open to the networks named in the baseline.",
    "The Network Team compares the configuration with the baseline every night.",
  ]),
};

/** A harmless file that `quarantineOne` treats as infected. */
export const REPORTED_FILE: DemoFile = plainFile([
  "Forwarded invoice",
  "CC9.2",
  "pdf",
  6,
  "A supplier's invoice that came by e-mail, with an attachment that no one had expected.",
  "The Security Officer asked for a scan before anyone opens it.",
]);

/** Files whose ingestion fails, and files without readable text. */
export const UNREADABLE_FILES: readonly DemoFile[] = [
  {
    name: "penetration-test.pdf",
    title: "Penetration test",
    description: "The report of the yearly test, as the tester sent it.",
    control: "CC7.1",
    daysAgo: 27,
    make: () => makeEncryptedPdf("The tester found two weaknesses of medium severity.", "sent by telephone"),
  },
  SERVER_ROOM_DOOR,
];
