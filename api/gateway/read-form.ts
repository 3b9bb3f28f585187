import type { Request } from "express";
import { invalid } from "../../platform/errors.ts";
import { isWellEncoded } from "../../platform/web/well-encoded.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/**
 * The fields of a form; `text` is undefined for a body of another type. VALIDATION_ERROR in that case, and
 * for a repeated field.
 */
export function readForm(request: Request, text: string | undefined): Record<string, string> {
  if (text === undefined && "content-type" in request.headers && request.is(FORM_TYPE) === false)
    throw invalid({ field: "Content-Type", error: `send the body as ${FORM_TYPE}` });
  if (!isWellEncoded(text ?? "")) throw invalid({ field: "body", error: "not valid UTF-8" });
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text ?? "")) {
    if (fields.has(name)) throw invalid({ field: name, error: "sent more than once" });
    fields.set(name, value);
  }
  return Object.fromEntries([...fields].filter(([, value]) => value !== ""));
}
