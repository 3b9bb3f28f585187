import { makeXlsx } from "../../sample-files/make-workbook.ts";
import type { DemoFile } from "../demo-file.ts";

/** A workbook with two sheets. */
export const assetRegister: DemoFile = {
  name: "asset-register.xlsx",
  title: "Asset register",
  description: "Servers and laptops with owner, location, classification and the date of the last check.",
  control: "CC6.1",
  daysAgo: 12,
  make: (day) =>
    makeXlsx([
      {
        name: "Servers",
        rows: [
          ["Asset", "Purpose", "Owner", "Location", "Data class", "Disk encrypted", "Last check"],
          [
            "SRV-0101",
            "Customer database, primary",
            "Platform",
            "Data centre A",
            "Restricted",
            "yes",
            day(13),
          ],
          [
            "SRV-0102",
            "Customer database, replica",
            "Platform",
            "Data centre B",
            "Restricted",
            "yes",
            day(13),
          ],
          ["SRV-0203", "Build and release", "Engineering", "Data centre A", "Internal", "yes", day(15)],
          ["SRV-0310", "Log archive", "Security", "Data centre B", "Confidential", "yes", day(14)],
        ],
      },
      {
        name: "Laptops",
        rows: [
          ["Asset", "Model", "Department", "Disk encrypted", "Screen lock", "Last check"],
          ["LT-4711", "14 inch, 32 GB", "Finance", "yes", "5 minutes", day(16)],
          ["LT-4712", "14 inch, 16 GB", "Customer Success", "yes", "5 minutes", day(16)],
          ["LT-4713", "16 inch, 64 GB", "Engineering", "yes", "5 minutes", day(17)],
          ["LT-4720", "14 inch, 16 GB", "Human Resources", "no, exchanged", "5 minutes", day(17)],
        ],
      },
    ]),
};
