import type { Response } from "express";

/** Nothing in the file may run, load or send anything, even if a browser displays it. */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/**
 * Marks a response with bytes from callers: to be saved under the file name, if any, and never shown as one
 * of our pages.
 */
export function markDownload(response: Response, fileName?: string): Response {
  if (fileName !== undefined) response.attachment(fileName);
  return response.set({ "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" });
}
