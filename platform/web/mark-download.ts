import type { Response } from "express";

/** Nothing in a file runs, loads or sends anything, even where a browser shows it instead of saving it. */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/** Marks an answer whose bytes come from callers: saved under the name where there is one, and never one of our pages. */
export function markDownload(response: Response, fileName?: string): Response {
  if (fileName !== undefined) response.attachment(fileName);
  return response.set({ "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" });
}
