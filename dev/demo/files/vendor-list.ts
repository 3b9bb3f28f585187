import { makeXls } from "../../sample-files/make-workbook.ts";
import type { DemoFile } from "../demo-file.ts";

/** A workbook in the format of Excel 97. */
export const vendorList: DemoFile = {
  name: "vendor-list.xls",
  title: "Vendor list",
  description: "Suppliers with the data they process, their risk tier and the last assessment.",
  control: "CC9.2",
  daysAgo: 20,
  make: (day) =>
    makeXls([
      {
        name: "Vendors",
        rows: [
          ["Vendor", "Service", "Data processed", "Risk tier", "Proof on file", "Last assessed", "Owner"],
          [
            "Northwind Hosting",
            "Data centres",
            "All customer data",
            "critical",
            "SOC 2 Type II",
            day(45),
            "Platform",
          ],
          [
            "Fabrikam Payments",
            "Card payments",
            "Card and billing data",
            "high",
            "PCI DSS attestation",
            day(52),
            "Finance",
          ],
          [
            "Contoso Mail",
            "E-mail delivery",
            "Names and addresses",
            "medium",
            "ISO 27001 certificate",
            day(70),
            "Support",
          ],
          ["Tailspin Print", "Printing", "None", "low", "Questionnaire", day(90), "Facilities"],
        ],
      },
    ]),
};
