import sharp from "sharp";
import { makePng } from "../../sample-files/make-image.ts";
import type { DemoFile } from "../demo-file.ts";

const PAPER = "#fbf8f0";
const SIGNATURE = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="170" fill="none" stroke="#20306b" stroke-width="5">
    <path d="M10 120 C60 10 90 20 80 110 S130 150 160 70 S210 60 200 120 S270 130 290 60 S340 40 330 110 S420 140 500 60"/>
  </svg>`,
);

/** A signed sheet of paper as scanned: slightly rotated and blurred. */
export const fireDrillScan: DemoFile = {
  name: "fire-drill-scan.jpg",
  title: "Fire drill record, signed",
  description: "Scan of the signed record of the yearly evacuation exercise.",
  control: "A1.3",
  daysAgo: 4,
  async make(day) {
    const text = await makePng([
      "Fire drill record",
      `Date of the exercise: ${day(5)}`,
      "All 86 people left the building",
      "in 3 minutes and 40 seconds.",
      "Assembly point: north car park",
      "One exit was blocked by boxes; cleared.",
      "Signed by the fire warden:",
    ]);
    const signed = await sharp(text)
      .extend({ bottom: 220, background: "white" })
      .composite([{ input: SIGNATURE, gravity: "south" }])
      .toBuffer();
    return sharp(signed)
      .rotate(0.6, { background: "white" })
      .blur(0.6)
      .tint(PAPER)
      .jpeg({ quality: 82 })
      .toBuffer();
  },
};
