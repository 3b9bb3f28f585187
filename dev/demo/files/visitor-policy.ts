import { makeDoc } from "../../sample-files/make-doc.ts";
import type { DemoFile } from "../demo-file.ts";

/** A document in the format of Word 97, with a table. */
export const visitorPolicy: DemoFile = {
  name: "visitor-policy.doc",
  title: "Visitor policy",
  description: "How visitors are announced, registered, accompanied and kept out of the server rooms.",
  control: "CC6.4",
  daysAgo: 80,
  make: (day) =>
    makeDoc([
      "Visitor policy",
      `Owner: Facilities Manager. Approved by the Chief Operating Officer on ${day(82)}.`,
      "Every visitor is announced by an employee at least one working day before the visit. At the reception visitors show an identity document, sign the register and receive a yellow badge that is valid for one day.",
      "Visitors are accompanied by their host at all times. The host collects the badge at the end of the visit and returns it to the reception, where the register is closed every evening.",
      "Nobody enters a server room without a task there. Technicians of suppliers need an order signed by the Head of Platform Engineering, and an employee stays with them until they leave.",
      [
        ["Area", "Visitors allowed", "Accompanied by"],
        ["Meeting rooms", "yes", "host"],
        ["Offices", "yes", "host"],
        ["Server rooms", "with a signed order", "platform engineer"],
      ],
      "The register of visitors is kept for twelve months. The Facilities Manager compares it with the badge system once a month.",
    ]),
};
