import type { DemoFile } from "./demo-file.ts";
import { accessReview } from "./files/access-review.ts";
import { alarmScreenshot } from "./files/alarm-screenshot.ts";
import { assetRegister } from "./files/asset-register.ts";
import { fireDrillScan } from "./files/fire-drill-scan.ts";
import { incidentResponse } from "./files/incident-response.ts";
import { vendorList } from "./files/vendor-list.ts";
import { visitorPolicy } from "./files/visitor-policy.ts";

/** One real file of each of the seven formats. */
export const DEMO_FILES: readonly DemoFile[] = [
  accessReview,
  incidentResponse,
  assetRegister,
  vendorList,
  visitorPolicy,
  alarmScreenshot,
  fireDrillScan,
];
