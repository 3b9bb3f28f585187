import type { Request } from "express";
import { invalid } from "../../platform/errors.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** The fields of a form. VALIDATION_ERROR for another media type and for a field that was sent twice. */
export function readForm(request: Request): Record<string, string> {
  if (
    typeof request.body !== "string" &&
    "content-type" in request.headers &&
    request.is(FORM_TYPE) === false
  )
    throw invalid({ field: "Content-Type", error: `send the body as ${FORM_TYPE}` });
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(typeof request.body === "string" ? request.body : "")) {
    if (fields.has(name)) throw invalid({ field: name, error: "sent more than once" });
    fields.set(name, value);
  }
  return Object.fromEntries([...fields].filter(([, value]) => value !== ""));
}
