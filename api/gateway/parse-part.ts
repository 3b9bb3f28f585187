import { z } from "zod";
import { isStorable } from "../../domain/storable-text.rules.ts";
import type { FieldError } from "../../platform/errors.ts";
import { fieldErrors } from "../../platform/field-errors.ts";

/** Not recursive: a hostile body is nested as deep as it is long. */
function hasOnlyStorableText(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string" && !isStorable(next)) return false;
    if (typeof next !== "object" || next === null) continue;
    for (const [key, item] of Object.entries(next)) left.push(key, item);
  }
  return true;
}

/** The fields of `sent` with text that cannot be stored unchanged. */
function unstorableFields(sent: unknown): FieldError[] {
  if (typeof sent !== "object" || sent === null) return [];
  return Object.entries(sent)
    .filter((field) => !hasOnlyStorableText(field))
    .map(([field]) => ({ field, error: "contains a NUL character or half a surrogate pair" }));
}

/** Parses one part of the request, adding its problems to `errors`. */
export function parsePart(
  schema: z.core.$ZodType | undefined,
  part: string,
  value: unknown,
  errors: FieldError[],
): unknown {
  if (schema === undefined) return {};
  const parsed = z.safeParse(schema, value);
  errors.push(...(parsed.success ? unstorableFields(value) : fieldErrors(part, parsed.error, value)));
  return parsed.success ? parsed.data : {};
}
