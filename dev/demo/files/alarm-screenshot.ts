import sharp from "sharp";
import { makePng } from "../../sample-files/make-image.ts";
import type { DemoFile } from "../demo-file.ts";

const BAR = 96;

/** A picture of a monitoring page: its text requires OCR. */
export const alarmScreenshot: DemoFile = {
  name: "alarm-screenshot.png",
  title: "Intrusion alarm, test page",
  description: "Screenshot of the alarm console after the half-yearly test of the intrusion alarm.",
  control: "CC7.2",
  daysAgo: 9,
  async make(day) {
    const text = await makePng([
      "Alarm console: intrusion alarm test",
      `Date of the test: ${day(10)}`,
      "Sensors tested: 42 of 42, all reported",
      "Alarm reached the guard after 8 seconds",
      "Guard on site after 6 minutes",
      "Result: passed",
      "Performed by: Facilities Manager",
    ]);
    return sharp(text).extend({ top: BAR, background: "#1d3557" }).png().toBuffer();
  },
};
