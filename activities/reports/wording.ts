import type { ReportData } from "../../domain/reports/report-data.ts";

/** `processing_integrity` as people write it. */
export const inWords = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const percent = (value: number): string => `${value.toFixed(1)} %`;

/** An ISO 8601 time to the minute. */
export const minuteOf = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

export function periodOf({ periodStart, periodEnd }: ReportData["project"]): string {
  if (periodStart === null && periodEnd === null) return "Period: not stated";
  return `Period: ${periodStart ?? "open"} to ${periodEnd ?? "open"}`;
}
